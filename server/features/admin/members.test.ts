import { expect, test } from 'vitest'
import { foldName } from '#contract/folding.ts'
import { findMembers, readMember } from '#contract/admin/members.ts'
import { limits } from '#contract/limits.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'

async function found(club: Club, admin: TestMember, search?: string): Promise<string[]> {
  const answer = await club.call(admin, findMembers, { query: search ? { search } : {} })
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer.members.map(({ username }) => username)
}

test('members are found by the beginning of a name, however it is written, or by a whole address', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true, username: 'Anna' })
  await club.member({ username: 'Miriam', email: 'miriam@example.org' })
  await club.member({ username: 'Mia', email: 'mia@example.org' })
  await club.member({ isModerator: true, username: 'Moritz' })
  expect(await found(club, anna, 'MI')).toEqual(['Mia', 'Miriam'])
  expect(await found(club, anna, 'mir')).toEqual(['Miriam'])
  expect(await found(club, anna, 'iriam')).toEqual([])
  expect(await found(club, anna, 'Mia@Example.org')).toEqual(['Mia'])
  expect(await found(club, anna, 'mia@example')).toEqual([])
  expect(await found(club, anna, '%')).toEqual([])
  // no database holds it
  expect(await found(club, anna, 'mia@\0example.org')).toEqual(['Mia'])
  // without words: who works for the club
  expect(await found(club, anna)).toEqual(['Anna', 'Moritz'])
})

test('every beginning of a name finds it, without regard to case and accents', async () => {
  await using club = await openClub()
  const zoe = await club.member({ isAdmin: true, username: 'Zoe' })
  const names = [
    'Bernd',
    'Arne',
    'Cornelia',
    'Ivvo',
    'René',
    'Jörg',
    'Søren',
    'Straßer',
    'Émile Vv',
    'M@x',
  ]
  for (const username of names) await club.member({ username })
  for (const name of names)
    for (let length = 1; length <= name.length; length += 1) {
      const start = name.slice(0, length)
      for (const typed of [start, start.toUpperCase(), foldName(start)])
        expect(await found(club, zoe, typed), typed).toContain(name)
    }
  expect(await found(club, zoe, 'bem')).toEqual([])
})

test('they come page after page, each once', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true, username: 'Anna' })
  await club.app.db.run(sql`
    with made as (
      insert into users (id, email, password_hash, created_at)
      select gen_random_uuid(), 'z' || n || '@example.org', 'x', now()
      from generate_series(1, ${limits.membersPerPage + 5}) n returning id, email)
    insert into profiles (id, username, username_key, birthdate)
    select id, 'Zoe ' || email, 'zoe ' || email, '1990-01-01' from made`)
  const first = await club.call(anna, findMembers, { query: { search: 'zoe' } })
  if (!first.ok) throw new Error(first.code)
  expect(first.answer).toMatchObject({ next: expect.any(String), admins: 1 })
  const after = first.answer.next!
  const rest = await club.call(anna, findMembers, { query: { search: 'zoe', after } })
  if (!rest.ok) throw new Error(rest.code)
  expect(rest.answer.next).toBe(null)
  const ids = [...first.answer.members, ...rest.answer.members].map(({ id }) => id)
  expect(new Set(ids).size).toBe(limits.membersPerPage + 5)
})

test('what admins see of a member is how they stand, and no address, birthdate or document', async () => {
  await using club = await openClub({
    now: '2026-11-02T12:00:00Z',
    config: { emailConfirmation: 'required' },
  })
  const anna = await club.member({ isAdmin: true })
  const mia = await club.member({
    username: 'Mia',
    email: 'canary@example.org',
    verificationStatus: 'verified',
  })
  await club.join(mia, await club.room())
  await club.join(mia, await club.room({ isActive: false }))
  const read = async ({ userId: memberId }: TestMember) =>
    club.call(anna, readMember, { params: { memberId } })
  const seen = await read(mia)
  expect(seen.ok && seen.answer).toEqual({
    id: mia.userId,
    username: mia.username,
    since: '2026-11-02T12:00:00.000Z',
    standing: 'member',
    verificationStatus: 'verified',
    roles: [],
    rooms: 1,
    statements: 0,
    changes: [],
  })
  expect(JSON.stringify(seen)).not.toMatch(/canary|1990|birth|password|id_manual/i)
  for (const [standing, fields] of [
    ['waiting', { isAdmitted: false }],
    ['unconfirmed', { isConfirmed: false }],
    ['suspended', { suspendedUntil: '2026-12-01T00:00:00Z' }],
  ] as const)
    expect(await read(await club.member(fields))).toMatchObject({ answer: { standing } })
})

test('whose data may not be used is not found', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  const mia = await club.member({ username: 'Zerlina' })
  await club.db.run(sql`update users set restricted_at = now() where id = ${mia.userId}`)
  expect(await found(club, anna, 'Zerlina')).toEqual([])
  expect(await club.call(anna, readMember, { params: { memberId: mia.userId } })).toMatchObject({
    code: 'PGRST116',
  })
})

test('looking for members and at one is on record, without the words that were looked for', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  const mia = await club.member({ username: 'Zerlina' })
  await found(club, anna, 'Zerl')
  await found(club, anna, 'Zerlina')
  await club.call(anna, readMember, { params: { memberId: mia.userId } })
  const trail = await club.app.db.rows<object>(
    sql`select action, subject_id, details from audit where actor_id = ${anna.userId} order by id`,
  )
  expect(trail).toEqual([
    { action: 'members_searched', subjectId: null, details: {} },
    { action: 'member_viewed', subjectId: mia.userId, details: {} },
  ])
})
