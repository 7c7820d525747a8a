import { expect, test } from 'vitest'
import { appealStatement } from '#contract/moderation/appeals.ts'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { limits } from '#contract/limits.ts'
import { sendNotice } from '#contract/contact.ts'
import { getCase, nameMember, saveFlaggers } from '#contract/moderation/cases.ts'
import { getMember } from '#contract/members/profiles.ts'
import { createReport, getReport } from '#contract/moderation/reports.ts'
import { jobSchedule } from '#server/jobs.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { openClub, type Club } from '#testing/club/club.ts'
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
import { insertLeaving } from '#testing/privacy/leaving.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { aNotice } from '#testing/moderation/messages.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { subscribeMember } from '#testing/billing/subscribers.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { letters, uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'
const LATER = '2026-05-11T20:00:00.000Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')
const mailsTo = async (club: Club, { email }: { email: string }) =>
  (await club.mails()).filter(({ to }) => to === email)

async function openScene(options: Parameters<typeof openClub>[0] = {}) {
  const salon = await openLounge({ now: NOW, ...options })
  const { club } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const [first, second] = [
    await club.member({ isModerator: true }),
    await club.member({ isAdmin: true }),
  ]
  const caseOf = async () => {
    const made = await salon.post(tom, { text: 'you are awful' })
    if (!made.ok) throw new Error(made.code)
    const report = await reportTarget(club, mia, { kind: 'post', id: made.answer.id })
    const [line] = await queue(club, first)
    return { caseId: line!.id, postId: made.answer.id, report }
  }
  return { ...salon, mia, tom, first, second, caseOf }
}

test('"no breach" restricts nobody, and the reporter is told', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first, caseOf } = scene
  const { caseId, report } = await caseOf()
  const file = await postDecision(club, first, caseId, { kind: 'no_breach' })
  expect(file).toMatchObject({
    state: 'decided',
    decision: 'no_breach',
    refusal: 'already_decided',
  })
  expect(await readStatements(club, tom)).toEqual([])
  const page = await club.call(mia, getReport, { params: { number: report.number } })
  expect(page).toMatchObject({
    answer: { state: 'decided', outcome: 'no_breach', mayAppeal: true },
  })
  const subjects = (await mailsTo(club, mia)).map(({ subject }) => subject)
  expect(subjects).toEqual([`Your report ${report.number}`, `Your report ${report.number}`])
  expect(await mailsTo(club, tom)).toEqual([])
})

test('a removed post is gone for everybody at once, and its author reads why', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first, caseOf, list } = scene
  const { caseId, report } = await caseOf()
  const { evidence } = await readFileAtDesk(club, first, caseId)
  await postDecision(club, first, caseId, {
    kind: 'remove',
    // the rule is a line
    grounds: { ...GROUNDS, rule: GROUNDS.rule.replace(' ', '\n') },
    removes: [evidence[0]!.id],
  })
  expect(await list(mia)).toMatchObject({ answer: { posts: [] } })
  expect(await readStatements(club, tom)).toMatchObject([
    {
      kind: 'removal',
      removed: { kind: 'post', text: 'you are awful' },
      ...GROUNDS,
      isAutomated: false,
      source: 'report',
      endsAt: null,
      language: 'en',
      mayAppeal: true,
      redress: expect.stringContaining(`${limits.appealMonths} months`),
    },
  ])
  const [mail] = await mailsTo(club, tom)
  expect(mail!.subject).toMatch(/^A decision of the club \(S-2026-\d{6}\)$/)
  expect(mail!.text).toContain(GROUNDS.facts)
  expect(mail!.text).toContain('/appeal#token=')
  expect(mail!.text).not.toContain(mia.username)
  expect(await club.call(mia, getReport, { params: { number: report.number } })).toMatchObject({
    answer: { outcome: 'removed', mayAppeal: false },
  })
})

test('what its member changed before the decision is not taken away in its place', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first } = scene
  const say = (bio: string, city = 'Rude Hill') =>
    club.db.run(sql`update profiles set bio = ${bio}, city = ${city} where id = ${tom.userId}`)
  await say('call me names')
  const caseId = await caseOfOther(club, mia, tom)
  const { evidence } = await readFileAtDesk(club, first, caseId)
  const removes = [evidence[0]!.id]
  const take = () => decide(club, first, caseId, { kind: 'remove', grounds: GROUNDS, removes })
  for (const [bio, city] of [['kind words'], ['call me names', 'Kiel']] as const) {
    await say(bio, city)
    expect(await take()).toMatchObject({
      code: 'invalid_input',
      body: { errors: [{ path: 'removes', message: 'invalid' }] },
    })
    expect(await readFileAtDesk(club, first, caseId)).toMatchObject({
      evidence: [{ isGone: true }],
    })
    expect(await readStatements(club, tom)).toEqual([])
    expect(await club.db.row(sql`select bio from profiles where id = ${tom.userId}`)).toEqual({
      bio,
    })
  }
  await say('call me names')
  expect(codeOf(await take())).toBe('ok')
})

test('a member who may not post for a time reads so at the composer, until it is over', async () => {
  await using scene = await openScene()
  const { club, tom, first, caseOf, post } = scene
  const { caseId } = await caseOf()
  await postDecision(club, first, caseId, { kind: 'limit_posting', grounds: GROUNDS, until: LATER })
  await club.app.bus.flush()
  expect(await post(tom)).toMatchObject({
    code: 'posting_limited',
    body: { until: LATER, reason: GROUNDS.facts },
  })
  club.clock.advance({ days: 7, seconds: 1 })
  expect(codeOf(await post(tom))).toBe('ok')
})

test('a suspension closes the club and says until when and why, in the member’s language', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first, caseOf } = scene
  await club.db.run(sql`update users set language = 'de' where id = ${tom.userId}`)
  const { caseId } = await caseOf()
  // the deciding moderator sees it beforehand
  expect(await readFileAtDesk(club, first, caseId)).toMatchObject({ language: 'de' })
  await postDecision(club, first, caseId, { kind: 'suspend', grounds: GROUNDS, until: LATER })
  await club.app.bus.flush()
  const params = { memberId: mia.userId }
  expect(await club.call(tom, getMember, { params })).toMatchObject({
    code: 'suspended',
    body: { until: LATER, reason: GROUNDS.facts },
  })
  // the statement can be read all the same
  expect(await readStatements(club, tom)).toMatchObject([
    {
      kind: 'suspension',
      endsAt: LATER,
      redress: expect.stringContaining(`${limits.appealMonths} Monaten`),
    },
  ])
  expect((await mailsTo(club, tom))[0]!.subject).toMatch(/^Eine Entscheidung des Clubs/)
  const endless = { kind: 'suspend', grounds: GROUNDS, until: '2027-05-11T20:00:00Z' } as const
  const other = await caseOfOther(club, mia, await club.member())
  for (const body of [endless, { ...endless, until: NOW }])
    expect(await decide(club, first, other, body)).toMatchObject({
      code: 'invalid_input',
      body: { errors: [{ path: 'until', message: 'invalid' }] },
    })
})
async function caseOfOther(club: Club, by: { cookie: string }, about: { userId: string }) {
  await reportTarget(club, by, profileTarget(about))
  const rows = await club.db.rows<{ id: string }>(
    sql`select id from cases where user_id = ${about.userId}`,
  )
  return rows[0]!.id
}

test('a ban ends every session and the subscription, and leaves the statement to read', async () => {
  await using scene = await openScene({ payments: 'house' })
  const { club, mia, tom, first, caseOf } = scene
  await subscribeMember(club, tom)
  const { caseId } = await caseOf()
  await postDecision(club, first, caseId, { kind: 'ban', grounds: GROUNDS })
  expect(await club.call(tom, getSession, {})).toMatchObject({ answer: { session: null } })
  const row = await club.db.row<{ status: string }>(
    sql`select status from subscriptions where user_id = ${tom.userId}`,
  )
  expect(row?.status).not.toBe('active')
  // their rights over their data stay theirs
  const browser = openBrowser(club)
  const { email, password } = tom
  expect((await browser.call(logIn, { body: { email, password } })).ok).toBe(true)
  const refused = await browser.call(getMember, { params: { memberId: mia.userId } })
  expect(refused).toMatchObject({ code: 'suspended', body: { until: '9999-12-31T00:00:00.000Z' } })
})

test('of two who decide at once one does, the other gets a refusal', async () => {
  await using scene = await openScene()
  const { club, tom, first, second, caseOf } = scene
  const { caseId } = await caseOf()
  const made = await Promise.all(
    [first, second, first, second].map((staff) =>
      decide(club, staff, caseId, { kind: 'warn', grounds: GROUNDS }),
    ),
  )
  expect(made.map(codeOf).sort()).toEqual([
    'already_decided',
    'already_decided',
    'already_decided',
    'ok',
  ])
  expect(await readStatements(club, tom)).toHaveLength(1)
})

test('who is banned, and proves who they are at that moment, stops nothing', async () => {
  await using scene = await openScene()
  const { club, tom, first, caseOf } = scene
  const { caseId } = await caseOf()
  const { evidence } = await readFileAtDesk(club, first, caseId)
  const removes = [evidence[0]!.id]
  const [deciding] = await club.db.transaction(async (tx) => {
    // as a proof by code does: the session, then the trace
    await tx.run(sql`select from sessions where user_id = ${tom.userId} for update`)
    const asked = decide(club, first, caseId, { kind: 'ban', grounds: GROUNDS, removes })
    await untilSomebodyWaits(club)
    await audit(tx, { at: club.app.now(), actorId: tom.userId, action: 'admin_proved' })
    return [asked] as const
  })
  expect(codeOf(await deciding)).toBe('ok')
  expect(
    (await readStatements(club, await club.session(tom))).map(({ kind }) => kind).sort(),
  ).toEqual(['ban', 'removal'])
})

test('what is reported while somebody decides is not closed unseen', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first, caseOf } = scene
  const { caseId } = await caseOf()
  const { reports } = await readFileAtDesk(club, first, caseId)
  const take = (seen: number) =>
    decide(club, first, caseId, { kind: 'warn', grounds: GROUNDS, reports: seen })
  const [deciding] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from cases where id = ${caseId} for update`)
    // the first to lock the case goes first
    const reporting = club.call(mia, createReport, {
      body: aReport(profileTarget(tom), { reason: 'threat' }),
    })
    await untilSomebodyWaits(club)
    const asked = take(reports)
    await untilSomebodyWaits(club, 2)
    return [[reporting, asked] as const]
  })
  expect((await Promise.all(deciding)).map(codeOf)).toEqual(['ok', 'more_reported'])
  expect(await readStatements(club, tom)).toEqual([])
  expect(await readFileAtDesk(club, first, caseId)).toMatchObject({ state: 'open', reports: 2 })
  expect(codeOf(await take(3))).toBe('more_reported')
  expect(codeOf(await take(2))).toBe('ok')
})

test('nobody of the staff sees a case about themselves, or decides what they reported', async () => {
  await using scene = await openScene()
  const { club, mia, first, second } = scene
  const about = await caseOfOther(club, mia, first)
  expect(await queue(club, first)).toEqual([])
  expect(codeOf(await club.call(first, getCase, { params: { caseId: about } }))).toBe('PGRST116')
  expect(codeOf(await decide(club, first, about, { kind: 'no_breach' }))).toBe('PGRST116')
  const own = await caseOfOther(club, second, mia)
  expect((await readFileAtDesk(club, second, own)).refusal).toBe('own_case')
  expect(codeOf(await decide(club, second, own, { kind: 'no_breach' }))).toBe('own_case')
  // nor does the database let them
  await expect(
    club.db.run(sql`insert into case_decisions (id, case_id, kind, decided_at, decided_by, about_id)
      values (${uuid()}, ${about}, 'no_breach', now(), ${first.userId}, ${first.userId})`),
  ).rejects.toMatchObject({ code: '23514' })
})

test('the queue has what is urgent first, trusted flaggers first among equals, then the oldest', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  const trusted = await club.member({ email: `${letters(16)}@melden.jugendschutz.net` })
  await club.call(admin, saveFlaggers, { body: { domains: ['jugendschutz.net'] } })
  const order: [string, Parameters<typeof aReport>[1], typeof mia][] = [
    ['old', { reason: 'spam' }, mia],
    ['trusted', { reason: 'scam' }, trusted],
    ['doxxed', { reason: 'doxxing' }, mia],
    ['threat', { reason: 'threat' }, mia],
    ['new', { reason: 'spam' }, mia],
  ]
  for (const [name, fields, by] of order) {
    await reportTarget(
      club,
      by,
      profileTarget(await club.member({ username: `Club ${name}` })),
      fields,
    )
    club.clock.advance({ minutes: 1 })
  }
  const cases = await queue(club, admin)
  expect(cases.map(({ username }) => username)).toEqual([
    'Club threat',
    'Club doxxed',
    'Club trusted',
    'Club old',
    'Club new',
  ])
  expect(cases.map(({ isTrusted }) => isTrusted)).toEqual([false, false, true, false, false])
  expect(cases[0]!.dueAt).toBe('2026-05-04T21:03:00.000Z')
})

test('when a deadline passes all staff are notified, once', async () => {
  await using scene = await openScene()
  const { club, first, second, caseOf } = scene
  await caseOf()
  const remind = async () => {
    await club.app.jobs.send(club.db, 'remind_desk', {})
    return [...(await mailsTo(club, first)), ...(await mailsTo(club, second))].length
  }
  club.clock.advance({ hours: 72, minutes: -1 })
  expect(await remind()).toBe(0)
  club.clock.advance({ minutes: 2 })
  expect(await remind()).toBe(2)
  expect(await remind()).toBe(2)
  const [line] = await queue(club, first)
  expect(line!.isOverdue).toBe(true)
  expect(jobSchedule.remind_desk).toBe('3-53/10 * * * *')
})

test('however many urgent notices strangers send, staff are mailed six times an hour, and once more of what came then', async () => {
  await using scene = await openScene()
  const { club, first, second } = scene
  const notify = () => club.call(null, sendNotice, { body: aNotice({ kind: 'minor' }) })
  const told = async () => [
    (await mailsTo(club, first)).length,
    (await mailsTo(club, second)).length,
  ]
  for (let n = 0; n < 9; n += 1) expect(codeOf(await notify())).toBe('ok')
  expect(await told()).toEqual([6, 6])
  // that their time is up is told at once all the same
  club.clock.advance({ minutes: 59 })
  await notify()
  expect(await told()).toEqual([6, 6])
  club.clock.advance({ minutes: 2 })
  await club.app.jobs.send(club.db, 'remind_desk', {})
  expect(await told()).toEqual([7, 7])
  await club.app.jobs.drain({ later: true })
  expect(await told()).toEqual([8, 8])
})

test('staff are not notified again when a report joins another case', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first } = scene
  await club.call(null, sendNotice, { body: aNotice({ kind: 'minor' }) })
  const [notice] = await queue(club, first)
  const told = async () => {
    await club.app.jobs.send(club.db, 'remind_desk', {})
    return (await mailsTo(club, first)).length
  }
  // at once, since an hour is short, and when it was over
  expect(await told()).toBe(1)
  club.clock.advance({ hours: 2 })
  expect(await told()).toBe(2)
  await reportTarget(club, mia, profileTarget(tom))
  await proveSession(club, first)
  const named = { params: { caseId: notice!.id }, body: { username: tom.username } }
  expect(codeOf(await club.call(first, nameMember, named))).toBe('ok')
  expect(await queue(club, first)).toMatchObject([{ reports: 2, isOverdue: true }])
  expect(await told()).toBe(2)
})

test('staff who are reported themselves are not notified of the case; the others are', async () => {
  await using scene = await openScene()
  const { club, mia, first, second } = scene
  const third = await club.member({ isModerator: true })
  const told = async () => [
    (await mailsTo(club, first)).length,
    (await mailsTo(club, second)).length,
    (await mailsTo(club, third)).length,
  ]
  const remind = () => club.app.jobs.send(club.db, 'remind_desk', {})
  await reportTarget(club, mia, profileTarget(first))
  // what is worse comes to the same case
  await reportTarget(club, mia, profileTarget(first), { reason: 'minor' })
  expect(await told()).toEqual([0, 1, 1])
  await reportTarget(club, mia, profileTarget(first), { reason: 'threat' })
  expect(await told()).toEqual([0, 1, 1])
  club.clock.advance({ hours: 2 })
  await remind()
  expect(await told()).toEqual([0, 2, 2])
  // nor who waits for the answer to an objection of their own
  const [open] = await queue(club, third)
  await postDecision(club, third, open!.id, { kind: 'warn', grounds: GROUNDS })
  const statementId = (await readStatements(club, first))[0]!.id
  const body = { id: uuid(), text: 'I did not.' }
  expect((await club.call(first, appealStatement, { params: { statementId }, body })).ok).toBe(true)
  const before = await told()
  club.clock.advance({ days: 30 })
  await remind()
  expect(await told()).toEqual(before.map((count, at) => count + (at === 0 ? 0 : 1)))
})

test('staff who are suspended or leaving are not notified of cases', async () => {
  await using scene = await openScene()
  const { club, mia, tom, first, second } = scene
  const [suspended, leaving] = [
    await club.member({ isModerator: true }),
    await club.member({ isAdmin: true }),
  ]
  await suspend(club.db, suspended.userId, LATER)
  await insertLeaving(club, leaving)
  await reportTarget(club, mia, profileTarget(tom), { reason: 'threat' })
  const told = async (who: { email: string }) => (await mailsTo(club, who)).length
  expect([await told(first), await told(second)]).toEqual([1, 1])
  expect([await told(suspended), await told(leaving)]).toEqual([0, 0])
})

test('a notice from outside becomes a case, of a member once they are found, and its sender is mailed', async () => {
  await using club = await openClub({ now: NOW })
  const moderator = await club.member({ isModerator: true })
  const tom = await club.member({ username: 'Tom T.' })
  const email = 'neighbour@example.org'
  const notice = aNotice({ kind: 'fraud', name: 'A neighbour', email })
  await club.call(null, sendNotice, { body: notice })
  await club.call(null, sendNotice, { body: aNotice() })
  const [minor, fraud] = await queue(club, moderator)
  expect([minor, fraud]).toMatchObject([
    { urgency: 'hour', username: null, reasons: ['minor'] },
    { urgency: 'days', username: null, reasons: ['fraud'] },
  ])
  const params = { caseId: fraud!.id }
  const named = await club.call(moderator, nameMember, { params, body: { username: 'tóm t.' } })
  expect(named).toMatchObject({ answer: params })
  const file = await readFileAtDesk(club, moderator, fraud!.id)
  expect(file).toMatchObject({
    username: 'Tom T.',
    evidence: [{ kind: 'profile', author: 'Tom T.' }],
    latest: [{ notifier: 'A neighbour', location: notice.location, reporter: null }],
  })
  expect(JSON.stringify(file)).not.toContain(email)
  // the other one speaks of him, too: one case
  const body = { username: 'Tom T.' }
  await proveSession(club, moderator)
  const joined = await club.call(moderator, nameMember, { params: { caseId: minor!.id }, body })
  expect(joined).toMatchObject({ answer: params })
  expect(await queue(club, moderator)).toMatchObject([{ reports: 2, urgency: 'hour' }])
  await postDecision(club, moderator, fraud!.id, { kind: 'warn', grounds: GROUNDS })
  const mails = await mailsTo(club, { email })
  expect(mails).toHaveLength(2)
  expect(mails[1]!.text).toContain('We took measures')
  expect(mails[1]!.text).not.toContain('Tom')
  // what it says of their age held them until somebody decided
  const said = await readStatements(club, tom)
  expect(said).toHaveLength(2)
  expect(said.find(({ kind }) => kind === 'warning')).toMatchObject({ source: 'notice' })
  expect(said.find(({ kind }) => kind === 'suspension')?.liftedAt).not.toBeNull()
  const rows = await club.db.rows(sql`select from notices where concluded_at is not null`)
  expect(rows).toHaveLength(2)
})

test('a notice that somebody decides is not joined with another case meanwhile', async () => {
  await using club = await openClub({ now: NOW })
  const moderator = await club.member({ isModerator: true })
  const [mia, tom] = [await club.member(), await club.member({ username: 'Tom T.' })]
  await club.call(null, sendNotice, { body: aNotice() })
  const [notice] = await queue(club, moderator)
  await reportTarget(club, mia, profileTarget(tom))
  await proveSession(club, moderator)
  const params = { caseId: notice!.id }
  const [naming] = await club.db.transaction(async (tx) => {
    await tx.run(sql`update cases set decided_at = ${NOW} where id = ${notice!.id}`)
    const asked = club.call(moderator, nameMember, { params, body: { username: 'Tom T.' } })
    await untilSomebodyWaits(club)
    return [asked] as const
  })
  expect(codeOf(await naming)).toBe('already_decided')
  expect(await queue(club, moderator, 'decided')).toMatchObject([{ id: notice!.id, reports: 1 }])
})

test('two notices whose member is named at the same moment are one case', async () => {
  await using club = await openClub({ now: NOW })
  const moderator = await club.member({ isModerator: true })
  const tom = await club.member({ username: 'Tom T.' })
  for (let notice = 1; notice <= 2; notice += 1)
    await club.call(null, sendNotice, { body: aNotice() })
  const [first, second] = await queue(club, moderator)
  await proveSession(club, moderator)
  const params = { caseId: second!.id }
  const [naming] = await club.db.transaction(async (tx) => {
    await tx.run(sql`update cases set user_id = ${tom.userId} where id = ${first!.id}`)
    const asked = club.call(moderator, nameMember, { params, body: { username: 'Tom T.' } })
    await untilSomebodyWaits(club)
    return [asked] as const
  })
  expect(await naming).toMatchObject({ ok: true, answer: { caseId: first!.id } })
  expect(await queue(club, moderator)).toMatchObject([{ id: first!.id, reports: 2 }])
})

test('a member who keeps reporting without any ground is warned, then cannot report for a time', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const moderator = await club.member({ isModerator: true })
  const mia = await club.member()
  const unfounded = async () => {
    const caseId = await caseOfOther(club, mia, await club.member())
    const { latest } = await readFileAtDesk(club, moderator, caseId)
    await postDecision(club, moderator, caseId, { kind: 'no_breach', unfounded: [latest[0]!.id] })
    club.clock.advance({ minutes: 1 })
    return (await readStatements(club, mia)).map(({ kind }) => kind)
  }
  expect(await unfounded()).toEqual([])
  expect(await unfounded()).toEqual([])
  expect(await unfounded()).toEqual(['reporting_warning'])
  expect(await unfounded()).toEqual(['reporting_warning'])
  expect(await unfounded()).toEqual(['reporting_limit', 'reporting_warning'])
  const body = aReport(profileTarget(await club.member()))
  expect(await club.call(mia, createReport, { body })).toMatchObject({
    code: 'reporting_limited',
    body: { reason: expect.stringContaining('30 days') },
  })
  club.clock.advance({ days: 30 })
  expect(codeOf(await club.call(await club.session(mia), createReport, { body }))).toBe('ok')
  const later = { ...moderator, ...(await club.session(moderator)) }
  const caseId = (await queue(club, later))[0]!.id
  expect((await readFileAtDesk(club, later, caseId)).latest[0]!.reporter).toMatchObject({
    reportsMade: 6,
    reportsUnfounded: 5,
  })
})

test('two notices nobody is named in, looked at within a minute, leave a trace each', async () => {
  await using club = await openClub({ now: NOW })
  const moderator = await club.member({ isModerator: true })
  for (let n = 0; n < 2; n += 1)
    expect((await club.call(null, sendNotice, { body: aNotice() })).ok).toBe(true)
  const cases = await queue(club, moderator)
  for (const { id } of [...cases, ...cases]) await readFileAtDesk(club, moderator, id)
  const looks = (await readTraces(club)).filter(({ action }) => action === 'case_viewed')
  expect(looks.map(({ details }) => details['case'])).toEqual(cases.map(({ number }) => number))
})

test('every look into a case and every decision is written down', async () => {
  await using scene = await openScene()
  const { club, tom, first, caseOf } = scene
  const { caseId } = await caseOf()
  const { number } = await readFileAtDesk(club, first, caseId)
  await postDecision(club, first, caseId, { kind: 'warn', grounds: GROUNDS })
  const written = await readTraces(club)
  for (const action of ['case_viewed', 'case_decided', 'restriction_imposed'])
    expect(written.find((one) => one.action === action)).toMatchObject({
      actorId: first.userId,
      subjectId: tom.userId,
    })
  expect(written.find(({ action }) => action === 'case_decided')!.details).toEqual({
    case: number,
    decision: 'warn',
  })
})
