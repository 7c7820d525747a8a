import { expect, test } from 'vitest'
import { getStart, type Waits } from '#contract/admin/admin.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertEntry } from '#testing/fixtures/admission.ts'
import { insertRoleChange } from '#testing/privacy/keeping.ts'
import { insertMessage } from '#testing/moderation/messages.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'

const NOW = '2026-11-02T12:00:00Z'

async function waiting(club: Club, who: TestMember) {
  const answer = await club.call(who, getStart, {})
  if (!answer.ok) throw new Error(answer.code)
  return new Map(answer.answer.waits.map((one) => [one.kind, one]))
}

test('the start page counts what waits, since when, and what waits too long', async () => {
  await using club = await openClub({ now: NOW })
  const anna = await club.member({ isAdmin: true })
  const before = await waiting(club, anna)
  const kinds: Waits[] = ['verifications', 'line', 'messages', 'requests', 'declarations', 'roles']
  for (const kind of kinds)
    expect(before.get(kind), kind).toEqual({
      kind,
      count: 0,
      oldest: null,
      due: null,
      overdue: 0,
    })

  const at = '2026-11-02T12:00:00.000Z'
  await insertSubmission(club, await club.member())
  await insertEntry(club)
  await insertMessage(club)
  await insertRoleChange(club)
  await club.db.run(sql`
    insert into data_requests (id, number, user_id, kind, text, received_at, due_at)
    values (gen_random_uuid(), 'DS-2026-000001', ${anna.userId}, 'access', 'All of it.', ${at},
      '2026-12-02T12:00:00Z')`)
  club.clock.advance({ hours: 37 })
  await insertSubmission(club, await club.member())
  const { cookie } = await club.session(anna)
  const after = await waiting(club, { ...anna, cookie })
  expect(after.get('verifications')).toMatchObject({
    count: 2,
    oldest: at,
    due: '2026-11-04T00:00:00.000Z',
    overdue: 1,
  })
  expect(after.get('requests')).toMatchObject({
    count: 1,
    oldest: at,
    due: '2026-12-02T12:00:00.000Z',
    overdue: 0,
  })
  for (const kind of ['line', 'messages', 'roles'] as const)
    expect(after.get(kind), kind).toMatchObject({ count: 1, overdue: 0 })
  expect(after.get('line')?.oldest).not.toBeNull()
})

test('it counts nothing that no desk shows', async () => {
  await using club = await openClub({ now: NOW })
  const anna = await club.member({ isAdmin: true })
  const mia = await club.member()
  await insertSubmission(club, mia)
  await insertRoleChange(club, { userId: mia.userId })
  const counts = async () => {
    const found = await waiting(club, anna)
    return [found.get('verifications')?.count, found.get('roles')?.count]
  }
  expect(await counts()).toEqual([1, 1])
  await club.call(mia, setHidden, { body: { isHidden: true } })
  expect(await counts()).toEqual([0, 0])
  await club.call(mia, setHidden, { body: { isHidden: false } })
  expect(await counts()).toEqual([1, 1])
})

test('a moderator reads of reports and of nothing else', async () => {
  await using club = await openClub()
  const moderator = await club.member({ isModerator: true })
  await insertSubmission(club, await club.member())
  expect([...(await waiting(club, moderator)).keys()]).toEqual(['reports'])
})

test('the only admin reads that a second one is missing', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  const isMissed = async () => {
    const answer = await club.call(anna, getStart, {})
    return answer.ok && answer.answer.needsSecondAdmin
  }
  expect(await isMissed()).toBe(true)
  await club.member({ isAdmin: true })
  expect(await isMissed()).toBe(false)
})
