import { expect, test } from 'vitest'
import {
  appealByLink,
  appealReport,
  appealStatement,
  decideAppeal,
  listAppeals,
} from '#contract/moderation/appeals.ts'
import { sendNotice } from '#contract/contact.ts'
import { listCases } from '#contract/moderation/cases.ts'
import { getStart } from '#contract/admin/admin.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { getMember } from '#contract/members/profiles.ts'
import { getReport } from '#contract/moderation/reports.ts'
import { readStatementByLink } from '#contract/moderation/statements.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  decide,
  postDecision,
  readFileAtDesk,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { insertLeaving } from '#testing/privacy/leaving.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { aNotice } from '#testing/moderation/messages.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')

/** Tom was suspended on Mia's report. */
async function openScene(kind: 'suspend' | 'ban' | 'no_breach' = 'suspend') {
  const club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const report = await reportTarget(club, mia, profileTarget(tom))
  const [line] = await queue(club, first)
  const grounds = kind === 'no_breach' ? {} : { grounds: GROUNDS }
  const until = kind === 'suspend' ? { until: '2027-05-01T20:00:00Z' } : {}
  await postDecision(club, first, line!.id, { kind, ...grounds, ...until })
  await club.app.bus.flush()
  const [statement] = kind === 'suspend' ? await readStatements(club, tom) : []
  const object = (who: TestMember = tom, id: string = uuid()) =>
    club.call(who, appealStatement, {
      params: { statementId: statement!.id },
      body: { id, text: 'It was a joke among friends.' },
    })
  return {
    club,
    mia,
    tom,
    first,
    second,
    report,
    caseId: line!.id,
    statement,
    object,
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}
const answer = async (club: Club, who: TestMember, appealId: string, isGranted: boolean) => {
  await proveSession(club, who)
  return club.call(who, decideAppeal, {
    params: { appealId },
    body: { isGranted, answer: 'We looked at it again.' },
  })
}
const waiting = async (club: Club, who: TestMember) => {
  const listed = await club.call(who, listAppeals, { query: {} })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer
}
const mayEnter = async (club: Club, who: TestMember, other: TestMember) =>
  codeOf(await club.call(who, getMember, { params: { memberId: other.userId } }))

test('somebody else than the first decider answers an appeal; granted, the restriction is gone', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first, second, object } = scene
  expect(await mayEnter(club, tom, mia)).toBe('suspended')
  const made = await object()
  expect(made).toMatchObject({ answer: { isGranted: null, dueAt: '2026-05-18T20:00:00.000Z' } })
  const { appeals, open, needsSecondAdmin } = await waiting(club, first)
  expect({ open, needsSecondAdmin }).toEqual({ open: 1, needsSecondAdmin: false })
  expect(appeals).toMatchObject([
    {
      against: 'statement',
      username: tom.username,
      language: 'en',
      decision: { kind: 'suspension', facts: GROUNDS.facts, by: first.username },
      refusal: 'same_decider',
    },
  ])
  expect((await waiting(club, second)).appeals[0]!.refusal).toBeNull()
  const { id } = appeals[0]!
  expect(codeOf(await answer(club, first, id, false))).toBe('same_decider')
  const both = await Promise.all([answer(club, second, id, true), answer(club, second, id, true)])
  expect(both.map(codeOf).sort()).toEqual(['already_decided', 'ok'])
  await club.app.bus.flush()
  expect(await mayEnter(club, tom, mia)).toBe('ok')
  expect(await readStatements(club, tom)).toMatchObject([
    {
      liftedAt: NOW.replace('Z', '.000Z'),
      appeal: { isGranted: true, answer: 'We looked at it again.' },
    },
  ])
  const texts = (await club.mails()).filter(({ to }) => to === tom.email).map(({ text }) => text)
  expect(texts.some((text) => text.includes('We looked at it again.'))).toBe(true)
})

test('the database lets nobody answer an appeal against what they decided', async () => {
  await using scene = await openScene()
  const { club, first, object } = scene
  await object()
  await expect(
    club.db.run(sql`update appeals set decided_at = now(), is_granted = false, answer = 'no',
      answered_by = ${first.userId}`),
  ).rejects.toMatchObject({ code: '23514' })
})

test('refused, the restriction stands', async () => {
  await using scene = await openScene()
  const { club, mia, tom, second, object } = scene
  const made = await object()
  if (!made.ok) throw new Error(made.code)
  expect(await answer(club, second, made.answer.id, false)).toMatchObject({
    answer: { isGranted: false, answeredBy: second.username, refusal: 'already_decided' },
  })
  await club.app.bus.flush()
  expect(await mayEnter(club, tom, mia)).toBe('suspended')
})

test('when an appeal is refused after the restriction was lifted, the mail does not say that it stands', async () => {
  await using scene = await openScene()
  const { club, tom, first, second, statement, object } = scene
  const made = await object()
  if (!made.ok) throw new Error(made.code)
  const params = { statementId: statement!.id }
  const seen = async () => {
    const listed = await club.call(second, listAppeals, { query: {} })
    return listed.ok && listed.answer.appeals.map(({ decision }) => decision.liftedAt)
  }
  expect(await seen()).toEqual([null])
  await proveSession(club, first)
  await club.call(first, liftStatement, { params, body: { reason: 'It was somebody else.' } })
  // the admin who answers sees it
  expect(await seen()).toEqual([club.app.now().toISOString()])
  await club.mails()
  const before = (await club.mails()).length
  expect(codeOf(await answer(club, second, made.answer.id, false))).toBe('ok')
  const [mail] = (await club.mails()).slice(before).filter(({ to }) => to === tom.email)
  expect(mail!.text).toContain('no longer holds')
  expect(mail!.text).not.toContain('stands')
})

test('one objects once, at once too, within six months, and to one’s own', async () => {
  await using scene = await openScene()
  const { club, mia, tom, object } = scene
  expect(codeOf(await object(mia))).toBe('PGRST116')
  const id = uuid()
  const same = await Promise.all(Array.from({ length: 5 }, () => object(tom, id)))
  expect(new Set(same.map(codeOf))).toEqual(new Set(['ok']))
  expect(codeOf(await object())).toBe('already_appealed')
  expect(await club.db.rows(sql`select from appeals`)).toHaveLength(1)
})

test('after six months nobody can object any more; the last day lasts until midnight in Berlin', async () => {
  await using scene = await openScene()
  const { club, tom, object, statement } = scene
  expect(statement!.appealUntil).toBe('2026-11-04T22:59:59.999Z')
  club.clock.set('2026-11-04T23:00:00Z')
  const later = { ...tom, ...(await club.session(tom)) }
  expect(codeOf(await object(later))).toBe('appeal_closed')
  club.clock.set('2026-11-04T22:59:59Z')
  expect(codeOf(await object(later))).toBe('ok')
})

test('staff learn nothing of an appeal in a case about themselves, and do not answer it', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const accused = await club.member({ isModerator: true })
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const { number } = await reportTarget(club, mia, profileTarget(accused))
  const numbers = async (who: TestMember) => {
    const cases = await club.call(who, listCases, { query: {} })
    const start = await club.call(who, getStart, {})
    if (!cases.ok || !start.ok) throw new Error('refused')
    const { appeals, open } = await waiting(club, who)
    const [reports] = start.answer.waits
    return [cases.answer.open, reports!.count, cases.answer.appeals, open, appeals.length]
  }
  expect(await numbers(second)).toEqual([1, 1, 0, 0, 0])
  expect(await numbers(accused)).toEqual([0, 0, 0, 0, 0])
  const [line] = await queue(club, first)
  await postDecision(club, first, line!.id, { kind: 'no_breach' })
  const body = { id: uuid(), text: 'She threatened me.' }
  expect(codeOf(await club.call(mia, appealReport, { params: { number }, body }))).toBe('ok')
  expect(await numbers(second)).toEqual([0, 0, 1, 1, 1])
  expect(await numbers(accused)).toEqual([0, 0, 0, 0, 0])
  expect(codeOf(await answer(club, accused, body.id, false))).toBe('PGRST116')
  expect(codeOf(await answer(club, second, body.id, false))).toBe('ok')
  const past = await club.call(accused, listAppeals, { query: { state: 'decided' } })
  expect(past).toMatchObject({ answer: { appeals: [] } })
})

test('staff who reported somebody read their appeal and do not answer it', async () => {
  await using club = await openClub({ now: NOW })
  const tom = await club.member()
  const [first, second, third] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
    await club.member({ isModerator: true }),
  ]
  await reportTarget(club, second, profileTarget(tom))
  const [line] = await queue(club, first)
  await postDecision(club, first, line!.id, { kind: 'warn', grounds: GROUNDS })
  const [statement] = await readStatements(club, tom)
  const params = { statementId: statement!.id }
  const body = { id: uuid(), text: 'It was a joke.' }
  expect(codeOf(await club.call(tom, appealStatement, { params, body }))).toBe('ok')
  expect((await waiting(club, second)).appeals).toMatchObject([{ refusal: 'own_case' }])
  expect(codeOf(await answer(club, second, body.id, false))).toBe('own_case')
  expect(codeOf(await answer(club, third, body.id, false))).toBe('ok')
})

test('a banned member appeals by the link in the mail', async () => {
  await using scene = await openScene('ban')
  const { club, tom, second } = scene
  const mail = (await club.mails()).find(
    ({ to, text }) => to === tom.email && text.includes('/appeal#'),
  )
  const token = /#token=([\w-]+)/.exec(mail!.text)![1]!
  const body = { token, id: uuid(), text: 'It was somebody else.' }
  expect(codeOf(await club.call(null, appealByLink, { body }))).toBe('ok')
  const [appeal] = (await waiting(club, second)).appeals
  expect(appeal).toMatchObject({ username: tom.username, decision: { kind: 'ban' } })
  expect(codeOf(await answer(club, second, appeal!.id, true))).toBe('ok')
  const read = await club.call(null, readStatementByLink, { body: { token } })
  expect(read).toMatchObject({ answer: { liftedAt: expect.any(String), mayAppeal: false } })
  const again = { ...tom, ...(await club.session(tom)) }
  expect(await mayEnter(club, again, second)).toBe('ok')
})

test('a reporter appeals against "no breach"; when granted, the case is decided again', async () => {
  await using scene = await openScene('no_breach')
  const { club, mia, tom, first, second, report, caseId } = scene
  const { number } = report
  const object = (who: TestMember) =>
    club.call(who, appealReport, {
      params: { number },
      body: { id: uuid(), text: 'Please look again.' },
    })
  expect(codeOf(await object(tom))).toBe('PGRST116')
  const made = await object(mia)
  if (!made.ok) throw new Error(made.code)
  expect(codeOf(await answer(club, first, made.answer.id, true))).toBe('same_decider')
  expect(codeOf(await answer(club, second, made.answer.id, true))).toBe('ok')
  expect(await queue(club, second)).toMatchObject([{ id: caseId, state: 'open' }])
  expect(await readFileAtDesk(club, first, caseId)).toMatchObject({ refusal: 'same_decider' })
  expect(codeOf(await decide(club, first, caseId, { kind: 'no_breach' }))).toBe('same_decider')
  await postDecision(club, second, caseId, { kind: 'warn', grounds: GROUNDS })
  expect(await club.call(mia, getReport, { params: { number } })).toMatchObject({
    answer: { outcome: 'acted', mayAppeal: false, appeal: { isGranted: true } },
  })
})

test('a case reopened while its member is reported again joins the open one', async () => {
  await using scene = await openScene('no_breach')
  const { club, mia, tom, first, second, report, caseId } = scene
  const { number } = report
  const body = { id: uuid(), text: 'Please look again.' }
  await club.call(mia, appealReport, { params: { number }, body })
  await reportTarget(club, second, profileTarget(tom))
  expect(codeOf(await answer(club, second, body.id, true))).toBe('ok')
  const open = await queue(club, second)
  expect(open).toMatchObject([{ reports: 2 }])
  expect(open[0]!.id).not.toBe(caseId)
  expect(codeOf(await decide(club, first, open[0]!.id, { kind: 'no_breach' }))).toBe('same_decider')
})

test('reopened at the moment in which its member gets another case, a report joins that one', async () => {
  await using scene = await openScene('no_breach')
  const { club, mia, tom, first, second, report } = scene
  const body = { id: uuid(), text: 'Please look again.' }
  await club.call(mia, appealReport, { params: { number: report.number }, body })
  await club.call(null, sendNotice, { body: aNotice() })
  const [notice] = await queue(club, second)
  const [answering] = await club.db.transaction(async (tx) => {
    await tx.run(sql`update cases set user_id = ${tom.userId} where id = ${notice!.id}`)
    const asked = answer(club, second, body.id, true)
    await untilSomebodyWaits(club)
    return [asked] as const
  })
  expect(codeOf(await answering)).toBe('ok')
  expect(await queue(club, second)).toMatchObject([{ id: notice!.id, reports: 2 }])
  expect((await readFileAtDesk(club, first, notice!.id)).refusal).toBe('same_decider')
  const answers = (await club.mails()).filter(({ text }) => text.includes('We looked at it again.'))
  expect(answers).toHaveLength(1)
})

test('a report that joins a case when it is reopened makes it as urgent as it is', async () => {
  const club = await openClub({ now: NOW })
  await using _ = club
  const [mia, tom] = [await club.member(), await club.member()]
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const { number } = await reportTarget(club, mia, profileTarget(tom), { reason: 'threat' })
  const [line] = await queue(club, first)
  await postDecision(club, first, line!.id, { kind: 'no_breach' })
  await reportTarget(club, mia, profileTarget(tom), { reason: 'spam' })
  club.clock.advance({ hours: 1 })
  const body = { id: uuid(), text: 'Please look again.' }
  await club.call(mia, appealReport, { params: { number }, body })
  expect(codeOf(await answer(club, second, body.id, true))).toBe('ok')
  expect(await queue(club, second)).toMatchObject([
    { reports: 2, urgency: 'hour', dueAt: '2026-05-04T22:00:00.000Z' },
  ])
})

test('what was reported stands with each report, wherever another of its case went', async () => {
  await using scene = await openScene('no_breach')
  const { club, mia, tom, second } = scene
  const ida = await club.member()
  const third = await club.member({ isModerator: true })
  const say = (bio: string) =>
    club.db.run(sql`update profiles set bio = ${bio} where id = ${tom.userId}`)
  await say('call me names')
  const numbers: string[] = []
  for (const who of [mia, ida])
    numbers.push((await reportTarget(club, who, profileTarget(tom))).number)
  const [both] = await queue(club, second)
  await postDecision(club, second, both!.id, { kind: 'no_breach' })
  const reopened = async (who: TestMember, number: string) => {
    const body = { id: uuid(), text: 'Please look again.' }
    await club.call(who, appealReport, { params: { number }, body })
    expect(codeOf(await answer(club, third, body.id, true))).toBe('ok')
    const [open] = await queue(club, third)
    return readFileAtDesk(club, third, open!.id)
  }
  await say('kind words')
  club.clock.advance({ minutes: 1 })
  await reportTarget(club, ida, profileTarget(tom))
  const joined = await reopened(mia, numbers[0]!)
  expect(joined.evidence.map(({ text }) => text)).toEqual(['call me names', 'kind words'])
  expect(joined.evidence.map(({ id }) => id)).toContain(
    joined.latest.find((report) => report.number === numbers[0])!.evidenceId,
  )
  await postDecision(club, third, joined.id, { kind: 'no_breach' })
  const alone = await reopened(ida, numbers[1]!)
  expect(alone).toMatchObject({ id: both!.id, reports: 1 })
  expect(alone.evidence.map(({ text }) => text)).toEqual(['call me names'])
  expect(alone.latest[0]!.evidenceId).toBe(alone.evidence[0]!.id)
})

test('of two who object to the same decision the second opens nothing that was opened or decided since', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ida, leo, tom] = await Promise.all(Array.from({ length: 4 }, () => club.member()))
  const [first, second] = [
    await club.member({ isModerator: true }),
    await club.member({ isModerator: true }),
  ]
  const reporters = [mia!, ida!, leo!]
  const numbers: string[] = []
  for (const who of reporters)
    numbers.push((await reportTarget(club, who, profileTarget(tom!))).number)
  const [line] = await queue(club, first)
  await postDecision(club, first, line!.id, { kind: 'no_breach' })
  const appeals: string[] = []
  for (const [at, who] of reporters.entries()) {
    const body = { id: uuid(), text: 'Please look again.' }
    await club.call(who, appealReport, { params: { number: numbers[at]! }, body })
    appeals.push(body.id)
  }
  const grant = async (at: number) =>
    expect(codeOf(await answer(club, second, appeals[at]!, true))).toBe('ok')
  await grant(0)
  const { dueAt } = await readFileAtDesk(club, second, line!.id)
  club.clock.advance({ hours: 1 })
  await grant(1)
  expect(await readFileAtDesk(club, second, line!.id)).toMatchObject({ state: 'open', dueAt })
  await postDecision(club, second, line!.id, { kind: 'warn', grounds: GROUNDS })
  await grant(2)
  expect(await readFileAtDesk(club, second, line!.id)).toMatchObject({
    state: 'decided',
    decision: 'warn',
  })
  expect(await club.call(leo!, getReport, { params: { number: numbers[2]! } })).toMatchObject({
    answer: { state: 'decided', outcome: 'acted' },
  })
})

test('a club with one admin is told that it needs a second; appeals wait with their clock', async () => {
  await using scene = await openScene()
  const { club, first, second, object } = scene
  await object()
  await club.db.run(sql`delete from user_roles where user_id = ${second.userId}`)
  club.clock.advance({ days: 15 })
  const desk = await waiting(club, first)
  expect(desk).toMatchObject({
    needsSecondAdmin: true,
    open: 1,
    appeals: [{ isOverdue: true, refusal: 'same_decider' }],
  })
})

test('an admin who cannot act is no second one', async () => {
  await using club = await openClub({ now: NOW })
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  await reportTarget(club, await club.member(), profileTarget(await club.member()))
  const needed = async () => {
    const cases = await club.call(first, listCases, { query: {} })
    if (!cases.ok) throw new Error(cases.code)
    const file = await readFileAtDesk(club, first, cases.answer.cases[0]!.id)
    const appeals = await waiting(club, first)
    return [cases.answer, file, appeals].map(({ needsSecondAdmin }) => needsSecondAdmin)
  }
  // staff who hide from members still decide
  await club.call(second, setHidden, { body: { isHidden: true } })
  expect(await needed()).toEqual([false, false, false])
  await suspend(club.db, second.userId, '2026-05-10T20:00:00Z')
  expect(await needed()).toEqual([true, true, true])
  club.clock.advance({ days: 6 })
  expect(await needed()).toEqual([false, false, false])
  await insertLeaving(club, second)
  expect(await needed()).toEqual([true, true, true])
})

test('while somebody waits for an answer, what it is about is kept, and goes once they have it', async () => {
  await using scene = await openScene()
  const { club, tom, second, caseId, statement, object } = scene
  const made = await object()
  if (!made.ok) throw new Error(made.code)
  const left = async () => {
    await keepRetention(club.app)
    const overdue = await club.db.rows(sql`select rule from retention_runs where overdue > 0`)
    expect(overdue).toEqual([])
    return club.db.row(sql`
      select (select count(*) from evidence where case_id = ${caseId}) as evidence,
        (select count(*) from statements where id = ${statement!.id}) as statements,
        (select count(*) from appeals) as appeals`)
  }
  // a year after the suspension was over
  club.clock.advance({ days: 735 })
  expect(await left()).toEqual({ evidence: 1, statements: 1, appeals: 1 })
  const later = { ...second, ...(await club.session(second)) }
  expect(await waiting(club, later)).toMatchObject({
    appeals: [{ number: statement!.number, caseId, against: 'statement' }],
  })
  expect(codeOf(await answer(club, later, made.answer.id, false))).toBe('ok')
  expect((await club.mails()).filter(({ to }) => to === tom.email)).not.toEqual([])
  expect(await left()).toEqual({ evidence: 0, statements: 0, appeals: 0 })
})

test('a reply to a mail about a decision reaches the people of the club, as the terms say', async () => {
  await using scene = await openScene('ban')
  const { club, mia, tom, second } = scene
  const imposed = (await club.mails()).find(({ text }) => text.includes('/appeal#'))
  const token = /#token=([\w-]+)/.exec(imposed!.text)![1]!
  const body = { token, id: uuid(), text: 'It was somebody else.' }
  await club.call(null, appealByLink, { body })
  await answer(club, second, body.id, true)
  const mails = (await club.mails()).filter(({ subject }) => /[SR]-2026-/.test(subject))
  const of = (email: string) =>
    mails
      .filter(({ to }) => to === email)
      .map(({ replyTo }) => replyTo)
      .sort()
  const people = club.config.operator.OPERATOR_EMAIL
  // closed to him; objection received, answered; open again
  expect(of(tom.email)).toEqual([people, people, people, people])
  // report received, decided
  expect(of(mia.email)).toEqual(['', people])
})

test('every decision says which ways are open against it: objection, dispute settlement, a court', async () => {
  await using scene = await openScene('ban')
  const { club, tom, first, second } = scene
  const email = 'neighbour@example.org'
  await club.call(null, sendNotice, { body: aNotice({ kind: 'fraud', name: 'Ida', email }) })
  const [line] = await queue(club, first)
  await postDecision(club, first, line!.id, { kind: 'no_breach' })
  const imposed = (await club.mails()).find(({ text }) => text.includes('/appeal#'))
  const token = /#token=([\w-]+)/.exec(imposed!.text)![1]!
  const body = { token, id: uuid(), text: 'It was somebody else.' }
  await club.call(null, appealByLink, { body })
  await answer(club, second, body.id, false)
  const mails = await club.mails()
  const saying = (to: string, words: string) =>
    mails.find((mail) => mail.to === to && mail.text.includes(words))?.text
  for (const text of [
    saying(tom.email, 'We have closed the club to you'),
    saying(tom.email, 'the decision stands'),
    saying(email, 'We found no breach'),
  ])
    expect(text).toMatch(
      /out-of-court dispute settlement body \(Art\. 21 DSA\) or, at any time, to a court/,
    )
})
