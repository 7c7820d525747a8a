import { expect, test } from 'vitest'
import { decideCase } from '#contract/moderation/cases.ts'
import { confirmRoleChange, requestRoleChange } from '#contract/admin/members.ts'
import { rates } from '#contract/limits.ts'
import type { StaffRole } from '#contract/roles.ts'
import { sql } from '#server/platform/database/database.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  decide,
  postDecision,
  readFileAtDesk,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-05-04T20:00:00Z'
const LATER = '2026-05-11T20:00:00.000Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')
const measures = [
  { kind: 'suspend', grounds: GROUNDS, until: LATER },
  { kind: 'ban', grounds: GROUNDS },
] as const

const staff = (club: Club, isAdmin: boolean) =>
  club.member(isAdmin ? { isAdmin } : { isModerator: true })
async function caseAbout(club: Club, by: TestMember, whose: TestMember): Promise<string> {
  await reportTarget(club, await club.member(), profileTarget(whose))
  const lines = await queue(club, by)
  return lines.find(({ username }) => username === whose.username)!.id
}
async function standingOf({ db }: Club, { userId }: TestMember) {
  return db.row<{ roles: StaffRole[]; isSuspended: boolean }>(sql`
    select array(select role from user_roles where user_id = u.id order by role) as roles,
      suspended_until is not null as is_suspended
    from users u where id = ${userId}`)
}

test('to suspend or ban takes a proof of the last minutes, everything milder does not', async () => {
  await using club = await openClub({ now: NOW })
  const [tom, moderator] = [await club.member(), await club.member({ isModerator: true })]
  const caseId = await caseAbout(club, moderator, tom)
  const send = (body: (typeof measures)[number] | { kind: 'warn'; grounds: typeof GROUNDS }) =>
    club.call(moderator, decideCase, { params: { caseId }, body: { ...body, reports: 1 } })
  for (const measure of measures) expect(codeOf(await send(measure))).toBe('proof_needed')
  await proveSession(club, moderator)
  club.clock.advance({ minutes: 11 })
  for (const measure of measures) expect(codeOf(await send(measure))).toBe('proof_needed')
  expect(await standingOf(club, tom)).toMatchObject({ isSuspended: false })
  expect(codeOf(await send({ kind: 'warn', grounds: GROUNDS }))).toBe('ok')
})

test('one of the staff keeps out so many an hour and no more, others go on, and nothing of a refused one stays', async () => {
  await using club = await openClub({ now: NOW })
  const [thief, colleague] = [await staff(club, false), await staff(club, false)]
  for (const one of [thief, colleague]) await proveSession(club, one)
  for (let earlier = rates.keepOut.max - 2; earlier > 0; earlier -= 1)
    await countAttempt(club.app, club.db, 'keepOut', thief.userId)
  const members = [await club.member(), await club.member(), await club.member()]
  const cases: string[] = []
  for (const member of members) cases.push(await caseAbout(club, thief, member))
  const ban = (by: TestMember, at: number) =>
    club.call(by, decideCase, {
      params: { caseId: cases[at]! },
      body: { kind: 'ban', grounds: GROUNDS, reports: 1 },
    })
  expect(codeOf(await ban(thief, 0))).toBe('ok')
  expect(codeOf(await ban(thief, 1))).toBe('ok')
  expect(await ban(thief, 2)).toMatchObject({
    code: 'too_many_attempts',
    body: { retryAfter: 3600 },
  })
  expect(await standingOf(club, members[2]!)).toMatchObject({ isSuspended: false })
  expect((await queue(club, colleague)).map(({ id }) => id)).toEqual([cases[2]])
  expect(codeOf(await ban(colleague, 2))).toBe('ok')
})

test('nobody keeps out one of the staff alone, moderator or admin, be it with a proof', async () => {
  await using club = await openClub({ now: NOW })
  const admins = [await staff(club, true), await staff(club, true), await staff(club, true)]
  const moderators = [await staff(club, false), await staff(club, false)]
  for (const [by, whose] of [
    [moderators[0]!, admins[0]!],
    [moderators[0]!, moderators[1]!],
    [admins[1]!, admins[0]!],
    [admins[1]!, moderators[1]!],
  ] as const) {
    const caseId = await caseAbout(club, by, whose)
    expect(await readFileAtDesk(club, by, caseId)).toMatchObject({ keepOutRefusal: 'staff_member' })
    for (const measure of measures)
      expect(codeOf(await decide(club, by, caseId, measure))).toBe('staff_member')
    expect(await standingOf(club, whose)).toMatchObject({
      roles: [expect.any(String)],
      isSuspended: false,
    })
    await postDecision(club, by, caseId, { kind: 'no_breach' })
  }
})

test('once two admins have ended the role, the desk decides as about any member', async () => {
  await using club = await openClub({ now: NOW })
  const [ada, eva] = [await staff(club, true), await staff(club, true)]
  const [mo, tom] = [await staff(club, false), await staff(club, false)]
  const caseId = await caseAbout(club, mo, tom)
  for (const admin of [ada, eva]) await proveSession(club, admin)
  const response = await club.call(ada, requestRoleChange, {
    params: { memberId: tom.userId },
    body: { role: 'moderator', isGrant: false },
  })
  if (!response.ok) throw new Error(response.code)
  expect(codeOf(await decide(club, mo, caseId, measures[0]))).toBe('staff_member')
  await club.call(eva, confirmRoleChange, { params: { changeId: response.answer.id } })
  expect(await readFileAtDesk(club, mo, caseId)).toMatchObject({ keepOutRefusal: null })
  expect(codeOf(await decide(club, mo, caseId, measures[0]))).toBe('ok')
})

test('a club with one admin can still act: they keep out a moderator, whose role ends with it', async () => {
  await using club = await openClub({ now: NOW })
  const [ada, mo, tom] = [
    await staff(club, true),
    await staff(club, false),
    await staff(club, false),
  ]
  const caseId = await caseAbout(club, ada, tom)
  expect(codeOf(await decide(club, mo, caseId, measures[1]))).toBe('staff_member')
  expect(await readFileAtDesk(club, ada, caseId)).toMatchObject({ keepOutRefusal: null })
  await postDecision(club, ada, caseId, measures[1])
  expect(await standingOf(club, tom)).toEqual({ roles: [], isSuspended: true })
  expect(await readTraces(club)).toContainEqual({
    action: 'role_revoked',
    actorId: ada.userId,
    subjectId: tom.userId,
    details: { role: 'moderator', isGrant: false },
  })
  const mails = (await club.mails()).filter(({ to }) => to === tom.email)
  expect(mails).toHaveLength(2)
  expect(mails.map(({ text }) => text).join()).not.toContain('You stay a member')
})

test('of two admins neither keeps out the other, also both at once, and nobody the last one', async () => {
  await using club = await openClub({ now: NOW })
  const [ada, eva, mo] = [
    await staff(club, true),
    await staff(club, true),
    await staff(club, false),
  ]
  const [overEva, overAda] = [await caseAbout(club, ada, eva), await caseAbout(club, eva, ada)]
  const both = await Promise.all([
    decide(club, ada, overEva, measures[0]),
    decide(club, eva, overAda, measures[1]),
  ])
  expect(both.map(codeOf)).toEqual(['no_second_admin', 'no_second_admin'])
  await club.db.run(sql`delete from user_roles where user_id = ${eva.userId}`)
  expect(codeOf(await decide(club, mo, overAda, measures[0]))).toBe('last_admin')
  expect(await readFileAtDesk(club, mo, overAda)).toMatchObject({ keepOutRefusal: 'last_admin' })
})
