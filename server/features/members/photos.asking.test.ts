import { expect, test } from 'vitest'
import { listPosts } from '#contract/posts/posts.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { insertPhoto, see } from '#testing/fixtures/photos.ts'

const PHOTOS = 20
const NOW = '2026-05-04T18:00:00.000Z'

/** How many statements a server sends while something is done. */
async function countStatements(club: Club, work: () => Promise<unknown>): Promise<number> {
  const { db } = club.app
  const { row, rows, run, transaction } = db
  let count = 0
  db.row = (query) => ((count += 1), row(query))
  db.rows = (query) => ((count += 1), rows(query))
  db.run = (query) => ((count += 1), run(query))
  db.transaction = (act) => ((count += 1), transaction(act))
  try {
    await work()
  } finally {
    Object.assign(db, { row, rows, run, transaction })
  }
  return count
}

test('who is signed in and what they may see of a photo are one statement', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const where = { memberId: mia.userId, photoId: await insertPhoto(club, mia.userId) }
  // what was changed until here is heard, and who is asked for from now on is remembered
  await club.app.bus.flush()
  expect((await see(club, tom, where)).status).toBe(200)
  const statements = await countStatements(club, async () => {
    for (let n = 0; n < PHOTOS; n += 1) expect((await see(club, tom, where)).status).toBe(200)
  })
  // a server may ask for something of its own meanwhile, but not for each
  expect(statements).toBeGreaterThanOrEqual(PHOTOS)
  expect(statements).toBeLessThan(PHOTOS * 1.5)
})

/** What ends the right to see photos, and what is then said at once. */
const ENDS = [
  ['their session', `delete from sessions where user_id = '$'`, 401],
  ['its time', `update sessions set expires_at = '${NOW}' where user_id = '$'`, 401],
  [
    'the account, which is being deleted',
    `insert into account_deletions (user_id, reason, requested_at, purge_at)
      values ('$', 'asked', '${NOW}', '${NOW}'::timestamptz + interval '30 days')`,
    401,
  ],
  [
    'a suspension',
    `update users set suspended_until = '2026-06-01', suspension_reason = 'x' where id = '$'`,
    404,
  ],
  ['the place in the club', `update users set admitted_at = null where id = '$'`, 404],
] as const

test.each(ENDS)(
  'where %s has ended elsewhere no photo is given any more, also before that was heard of here',
  async (_, statement, status) => {
    await using club = await openClub({ now: NOW })
    const [mia, tom] = [await club.member(), await club.member()]
    const where = { memberId: mia.userId, photoId: await insertPhoto(club, mia.userId) }
    const room = await club.room()
    await club.app.bus.flush()
    expect((await see(club, tom, where)).status).toBe(200)
    // no trigger, no notice
    await asOwner(club, () => {
      const tables = ['sessions', 'users', 'account_deletions']
      const every = (what: string) =>
        tables.map((table) => `alter table ${table} ${what} trigger user;`).join('')
      return every('disable') + statement.replaceAll('$', tom.userId)
    })
    // this process still remembers a member, and that they are not in that room
    const response = await club.call(tom, listPosts, {
      params: { slug: room.slug },
      query: {},
    })
    expect(response).toMatchObject({ code: 'not_in_room' })
    expect((await see(club, tom, where)).status).toBe(status)
  },
)
