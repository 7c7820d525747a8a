import { expect, test } from 'vitest'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { askAge } from '#contract/moderation/cases.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import {
  COPY_CONSENT,
  getVerification,
  stageFile,
  submitVerification,
  withdrawVerification,
} from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import {
  aReport,
  decide,
  postDecision,
  readFileAtDesk,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { GONE, MINOR, openMinors, THERE } from '#testing/moderation/minors.ts'
import { uuid } from '#testing/random.ts'
import { insertStagedFile } from '#testing/fixtures/documents.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'

const ask = async (
  club: Club,
  who: TestMember,
  caseId: string,
  query: { version?: string } = {},
) => {
  await proveSession(club, who)
  return club.call(who, askAge, { params: { caseId }, query })
}

test('a report of a minor suspends at once, hides everything and asks for proof; the desk has an hour', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, sees, suspensionOf, report, onlyCase } = scene
  const tab = await club.follow(mia)
  await tab.next('ready')
  await report()
  await tab.next('ready')
  expect(await sees(mia, tom)).toEqual(GONE)
  expect(await suspensionOf(tom)).toMatchObject({ ageProofBy: '2026-05-18T18:00:00.000Z' })
  expect(await scene.post(tom, { text: 'well' })).toMatchObject({ code: 'suspended' })
  const line = await onlyCase()
  const due = { urgency: 'hour', dueAt: '2026-05-04T19:00:00.000Z' }
  expect(line).toMatchObject({ age: 'suspected', ...due })
  expect((await readFileAtDesk(club, moderator, line.id)).about?.username).toBe(tom.username)
  const [statement] = await readStatements(club, tom)
  expect(statement).toMatchObject({ kind: 'suspension', isAutomated: true, mayAppeal: true })
  const mails = await club.mails()
  const mailFound = mails.find(({ to }) => to === tom.email)
  expect(mailFound?.text).toContain('18 May 2026')
  expect(mailFound?.text).toMatch(/A program suspended|hat das ein Programm/)
  expect(mails.some(({ to }) => to === moderator.email)).toBe(true)
  club.clock.advance({ minutes: 59, seconds: 59 })
  await club.app.jobs.send(club.db, 'remind_desk', {})
  expect(await club.mails()).toHaveLength(mails.length)
  expect(await onlyCase()).toMatchObject({ isOverdue: false })
  // the hour is over: by mail, and by the desk, at the same second
  club.clock.advance({ seconds: 1 })
  await club.app.jobs.send(club.db, 'remind_desk', {})
  expect((await club.mails()).length).toBeGreaterThan(mails.length)
  expect(await onlyCase()).toMatchObject({ isOverdue: true, age: 'suspected' })
  // it ends by what a person decides, never by the clock
  club.clock.advance({ days: 20 })
  expect(await sees(mia, tom)).toEqual(GONE)
})

test('who cannot tell within the hour asks for an ID, and the case waits for that', async () => {
  await using scene = await openMinors()
  const { club, tom, moderator, suspensionOf, report, onlyCase, mailsTo } = scene
  await report()
  const { id } = await onlyCase()
  await mailsTo(tom)
  club.clock.advance({ minutes: 30 })
  const both = await Promise.all([ask(club, moderator, id), ask(club, moderator, id)])
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  const dueAt = '2026-05-18T18:30:00.000Z'
  expect(await onlyCase()).toMatchObject({ age: 'asked', urgency: 'days', dueAt, isOverdue: false })
  expect(await suspensionOf(tom)).toMatchObject({ ageProofBy: dueAt })
  expect(await readStatements(club, tom)).toHaveLength(1)
  expect((await mailsTo(tom)).match(/One of us has looked|Jemand von uns hat/g)).toHaveLength(1)
  const requests = (await readTraces(club)).filter(({ action }) => action === 'age_asked')
  expect(requests).toMatchObject([{ actorId: moderator.userId, subjectId: tom.userId }])
  // asked again it is not later, and when the time is over somebody decides
  club.clock.advance({ days: 14, seconds: 1 })
  await ask(club, moderator, id)
  expect(await onlyCase()).toMatchObject({ dueAt, isOverdue: true })
  await club.app.jobs.send(club.db, 'remind_desk', {})
  const sentMails = (await club.mails()).filter(({ to }) => to === moderator.email)
  expect(sentMails.length).toBeGreaterThan(1)
})

test('the moderator who asked for the ID answers no appeal against the suspension, made before or after', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, admin, guest, report } = scene
  const eva = await guest()
  const object = async (who: TestMember) => {
    const [statement] = await readStatements(club, who)
    const body = { id: uuid(), text: 'I am 31.' }
    await club.call(who, appealStatement, { params: { statementId: statement!.id }, body })
    return body.id
  }
  const answer = (who: TestMember, appealId: string) =>
    club.call(who, decideAppeal, {
      params: { appealId },
      body: { isGranted: false, answer: 'No.' },
    })
  await report()
  await reportTarget(club, mia, profileTarget(eva), MINOR)
  const before = await object(eva)
  for (const { id } of await queue(club, moderator)) await ask(club, moderator, id)
  for (const appealId of [before, await object(tom)]) {
    expect(await answer(moderator, appealId)).toMatchObject({ code: 'same_decider' })
    expect(await answer(admin, appealId)).toMatchObject({
      answer: { decision: { by: moderator.username } },
    })
  }
})

test('what else somebody is reported for does not wait for their ID', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, report, onlyCase } = scene
  await reportTarget(club, mia, profileTarget(tom), { reason: 'threat' })
  club.clock.advance({ minutes: 10 })
  await report()
  const { id } = await onlyCase()
  await ask(club, moderator, id)
  expect(await onlyCase()).toMatchObject({ urgency: 'hour', dueAt: '2026-05-04T19:00:00.000Z' })
})

test('a moderator who comes upon it in another case asks for an ID, and that suspends', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, onlyCase, sees, suspensionOf, mailsTo } = scene
  await reportTarget(club, mia, profileTarget(tom), { reason: 'spam' })
  const { id } = await onlyCase()
  expect(await club.call(moderator, askAge, { params: { caseId: id }, query: {} })).toMatchObject({
    code: 'proof_needed',
  })
  expect(await ask(club, moderator, id)).toMatchObject({ ok: true, answer: { age: 'asked' } })
  expect(await sees(mia, tom)).toEqual(GONE)
  expect(await suspensionOf(tom)).toHaveProperty('ageProofBy')
  expect(await readStatements(club, tom)).toMatchObject([{ isAutomated: false }])
  expect(await mailsTo(tom)).not.toMatch(/has looked|hat hingesehen/)
  await postDecision(club, moderator, id, { kind: 'warn', grounds: GROUNDS })
  expect(await sees(mia, tom)).toEqual(THERE)
})

test('a member whom a colleague found to be of age is not asked for an ID by an outdated page', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, admin, moderator, onlyCase, report, sees } = scene
  await report()
  const { id } = await onlyCase()
  const { version } = await readFileAtDesk(club, moderator, id)
  const [statement] = await readStatements(club, tom)
  await proveSession(club, admin)
  const params = { statementId: statement!.id }
  await club.call(admin, liftStatement, { params, body: { reason: 'An ID was shown.' } })
  expect(await ask(club, moderator, id, { version })).toMatchObject({ code: 'more_reported' })
  expect(await sees(mia, tom)).toEqual(THERE)
  const now = await readFileAtDesk(club, moderator, id)
  const asked = { ok: true, answer: { age: 'asked' } }
  expect(await ask(club, moderator, id, { version: now.version })).toMatchObject(asked)
  // pressed twice it is the same
  expect(await ask(club, moderator, id, { version: now.version })).toMatchObject(asked)
})

test('a suspended member can hand in an ID, and an approval gives everything back, with an apology', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, sees, suspensionOf, report, approve, mailsTo } = scene
  await report()
  expect(await club.call(tom, getVerification, {})).toMatchObject({ ok: true })
  const query = { side: 'front' as const, type: 'jpeg' as const }
  const staged = await club.call(tom, stageFile, { query, file: await photo() })
  expect(staged).toMatchObject({ ok: true })
  await club.mails()
  expect(await approve()).toMatchObject({ ok: true })
  expect(await suspensionOf(tom)).toBeNull()
  expect(await sees(mia, tom)).toEqual(THERE)
  expect(await mailsTo(tom)).toMatch(/sorry that you had to wait|tut uns leid/)
})

test('another suspended member hands in nothing', async () => {
  await using scene = await openMinors()
  const eva = await scene.club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  expect(await scene.club.call(eva, getVerification, {})).toMatchObject({ code: 'suspended' })
})

test('refuted, everything is back as it was; false reports count as misuse, and suspend nobody twice', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, sees, suspensionOf, report, onlyCase, mailsTo } = scene
  for (let times = 0; times < 3; times += 1) {
    await report()
    expect(await sees(mia, tom)).toEqual(times === 0 ? GONE : THERE)
    const { id } = await onlyCase()
    const { latest } = await readFileAtDesk(club, moderator, id)
    const unfounded = latest.map((one) => one.id)
    await postDecision(club, moderator, id, { kind: 'no_breach', unfounded })
    expect(await suspensionOf(tom)).toBeNull()
    expect(await sees(mia, tom)).toEqual(THERE)
  }
  expect(await mailsTo(tom)).toMatch(/sorry that you had to wait|tut uns leid/)
  expect((await readStatements(club, mia)).map(({ kind }) => kind)).toEqual(['reporting_warning'])
  for (let times = 0; times < 2; times += 1) {
    club.clock.advance({ minutes: 1 })
    await report()
    const { id } = await onlyCase()
    const { latest } = await readFileAtDesk(club, moderator, id)
    await postDecision(club, moderator, id, { kind: 'no_breach', unfounded: [latest[0]!.id] })
  }
  const body = aReport(profileTarget(tom), MINOR)
  expect(await club.call(mia, createReport, { body })).toMatchObject({ code: 'reporting_limited' })
})

test('who was verified is so again once refuted, whatever they handed in meanwhile and nobody judged', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, admin, report, onlyCase, approve } = scene
  const standing = () =>
    club.db.row(sql`
      select verification_status, verification_method, verified_at from profiles
      where id = ${tom.userId}`)
  const handIn = async () => {
    const frontId = await insertStagedFile(club, tom.userId, 'front')
    const selfieId = await insertStagedFile(club, tom.userId, 'selfie')
    const body = { frontId, selfieId, consent: COPY_CONSENT } as const
    expect(await club.call(tom, submitVerification, { body })).toMatchObject({
      answer: { status: 'pending' },
    })
  }
  const askAgain = async () => {
    club.clock.advance({ days: 2 })
    await reportTarget(club, mia, profileTarget(tom), { reason: 'spam' })
    const { id } = await onlyCase()
    expect(await ask(club, moderator, id)).toMatchObject({ ok: true, answer: { age: 'asked' } })
    await handIn()
  }
  const refute = async () => {
    const { id } = await onlyCase()
    await postDecision(club, moderator, id, { kind: 'no_breach' })
    await club.app.jobs.drain()
  }
  expect(await approve()).toMatchObject({ ok: true })
  const verified = await standing()
  expect(verified).toMatchObject({ verificationStatus: 'verified' })
  club.clock.advance({ days: 1 })
  await report()
  await handIn()
  club.clock.advance({ minutes: 10 })
  await refute()
  expect(await standing()).toEqual(verified)
  expect(await club.call(tom, getVerification, {})).toMatchObject({
    answer: { status: 'verified', receipts: [{ rule: 'withdrawn' }, { rule: 'replaced' }] },
  })
  expect(
    await club.db.rows(sql`select from verification_files where user_id = ${tom.userId}`),
  ).toEqual([])

  await askAgain()
  expect(await club.call(tom, withdrawVerification, {})).toMatchObject({
    answer: { status: 'none' },
  })
  await refute()
  expect(await standing()).toEqual(verified)

  // what a reviewer found holds
  await askAgain()
  const pending = await club.db.row<{ id: string }>(
    sql`select id from verification_submissions where status = 'pending'`,
  )
  await proveSession(club, admin)
  const decided = await club.call(admin, decideSubmission, {
    params: { submissionId: pending!.id },
    body: { decision: 'rejected', note: 'Das Gesicht ist ein anderes.' },
  })
  expect(decided).toMatchObject({ ok: true })
  await refute()
  expect(await standing()).toMatchObject({ verificationStatus: 'rejected' })
})

test('a member of age who is suspended for something else is not told that all is back', async () => {
  await using scene = await openMinors()
  const { club, tom, moderator, report, onlyCase, suspensionOf, mailsTo } = scene
  await report()
  const { id } = await onlyCase()
  const until = '2026-05-11T18:00:00.000Z'
  await postDecision(club, moderator, id, { kind: 'suspend', until, grounds: GROUNDS })
  expect(await suspensionOf(tom)).toEqual({ until, reason: GROUNDS.facts })
  const mailText = await mailsTo(tom)
  expect(mailText).toMatch(/Your age is cleared up|Ihr Alter ist geklärt/)
  expect(mailText).not.toMatch(/everything is back|alles ist wieder da/)
})

test('nobody is a minor by a decision about something else', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, onlyCase } = scene
  await reportTarget(club, mia, profileTarget(tom))
  const { id } = await onlyCase()
  const made = await decide(club, moderator, id, { kind: 'minor', grounds: GROUNDS })
  expect(made).toMatchObject({ code: 'invalid_input' })
})

test('a reviewer who sees somebody under age suspends them at once, and the desk has the case', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, admin, moderator, sees, onlyCase, suspensionOf, findMinor } = scene
  expect(await findMinor()).toMatchObject({ ok: true })
  expect(await sees(mia, tom)).toEqual(GONE)
  expect(await suspensionOf(tom)).toHaveProperty('ageProofBy')
  const line = await onlyCase()
  expect(line).toMatchObject({ age: 'suspected', reasons: ['minor'], urgency: 'hour' })
  expect(await readStatements(club, tom)).toMatchObject([{ isAutomated: false }])
  // seen again in the next documents, nobody waits longer than an hour
  await ask(club, moderator, line.id)
  club.clock.advance({ days: 3 })
  expect(await findMinor()).toMatchObject({ ok: true })
  expect(await onlyCase()).toMatchObject({ id: line.id, dueAt: '2026-05-07T19:00:00.000Z' })
  expect(await readStatements(club, tom)).toHaveLength(1)
  // of the staff nobody is kept out by it
  expect(await findMinor(moderator)).toMatchObject({ code: 'staff_member' })
  expect(await suspensionOf(moderator)).toBeNull()
  expect(await queue(club, admin)).toHaveLength(1)
  expect(await club.db.rows(sql`select id from age_checks`)).toHaveLength(1)
})
