import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { rates } from '#contract/limits.ts'
import { getMember } from '#contract/members/profiles.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { sql } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/process/log.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-06-15T12:00:00Z'
const BUDGET = rates.profileView.max

/** Members nobody signs in as. */
async function crowd(club: Club, count: number): Promise<string[]> {
  const rows = await club.db.rows<{ id: string }>(sql`
    with people as (
      insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
      select gen_random_uuid(), 'crowd' || n || '@example.org', 'x', ${NOW}, ${NOW}, ${NOW}
      from generate_series(1, ${count}::int) n returning id)
    insert into profiles (id, username, username_key, birthdate)
    select id, id::text, id::text, '1990-04-01' from people returning id`)
  return rows.map(({ id }) => id)
}

const look = async (club: Club, as: { cookie: string }, memberId: string) => {
  const seen = await club.call(as, getMember, { params: { memberId } })
  return seen.ok ? 'ok' : seen.code
}

/** Ten at a time, as a crawler would; answers how many were seen. */
async function crawl(club: Club, as: { cookie: string }, ids: string[]): Promise<number> {
  let seen = 0
  for (let at = 0; at < ids.length; at += 10) {
    const answers = await Promise.all(ids.slice(at, at + 10).map((id) => look(club, as, id)))
    seen += answers.filter((answer) => answer === 'ok').length
  }
  return seen
}

test.each([false, true])(
  'a crawler with a good account sees as many profiles as the budget has (staff: %s)',
  async (isAdmin) => {
    const lines: string[] = []
    const sink = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) })
    await using club = await openClub({ now: NOW, log: openLog('warn', sink) })
    const mia = await club.member({ isAdmin })
    const ids = await crowd(club, BUDGET + 25)
    expect(await crawl(club, mia, ids)).toBe(BUDGET)
    // again, at any pace: those who were seen, and not one more
    expect(await crawl(club, mia, ids.slice(-50))).toBe(25)

    const entry = {
      action: 'profile_views_unusual',
      actorId: mia.userId,
      subjectId: null,
      details: {},
    }
    expect((await readTraces(club)).filter(({ action }) => action === entry.action)).toEqual([
      entry,
    ])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(mia.userId)

    // one's own page, and everybody else, are as before
    expect(await look(club, mia, mia.userId)).toBe('ok')
    expect(await look(club, await club.member(), ids[0]!)).toBe('ok')
    club.clock.advance({ days: 1, seconds: 1 })
    expect(await crawl(club, mia, ids.slice(-50))).toBe(50)
  },
)

test('a viewer over the budget reads when there is more, and still sees members opened before', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const ids = await crowd(club, BUDGET + 1)
  const [first = '', last = ''] = [ids[0], ids.at(-1)]
  expect(await look(club, mia, first)).toBe('ok')
  club.clock.advance({ hours: 6 })
  expect(await crawl(club, mia, ids.slice(1, BUDGET))).toBe(BUDGET - 1)
  expect(await club.call(mia, getMember, { params: { memberId: last } })).toMatchObject({
    status: 429,
    code: 'too_many_attempts',
    body: { retryAfter: 18 * 3_600 },
  })
  expect(await look(club, mia, first)).toBe('ok')
  club.clock.advance({ hours: 18, seconds: 1 })
  expect(await look(club, mia, last)).toBe('ok')
})

test('looking again, at oneself, or at nobody, costs nothing', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const [ben = ''] = await crowd(club, 1)
  const again = await Promise.all(Array.from({ length: 20 }, () => look(club, mia, ben)))
  expect(new Set(again)).toEqual(new Set(['ok']))
  await look(club, mia, mia.userId)
  expect(await look(club, mia, uuid())).toBe('PGRST116')
  const counted = await club.db.row<{ views: number }>(sql`
    select array_length(times, 1) as views from attempts where action = 'profileView'`)
  expect(counted).toEqual({ views: 1 })
})

test('no table says who looked at whom, to somebody without the key of the club', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const [ben = ''] = await crowd(club, 1)
  await look(club, mia, ben)
  const rows = await club.db.rows<{ identifier: Buffer }>(sql`
    select identifier from attempts where action like 'profileView%' order by action`)
  expect(rows).toHaveLength(2)
  const guesses = ['', ' ', '\n', ':'].flatMap((between) => [
    secretHash(mia.userId + between + ben),
    secretHash(ben + between + mia.userId),
  ])
  for (const { identifier } of rows)
    expect(guesses.some((guess) => guess.equals(Buffer.from(identifier)))).toBe(false)
})
