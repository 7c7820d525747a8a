import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { getMember } from '#contract/members/profiles.ts'
import {
  answerRequest,
  extendRequest,
  listOwnRequests,
  restrictProcessing,
} from '#contract/privacy/dataRequests.ts'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { readStatements } from '#testing/moderation/cases.ts'
import { ask, readRequestMails, openDesk } from '#testing/privacy/requests.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { getVerification } from '#contract/verification/verification.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { subscribeMember, turn } from '#testing/billing/subscribers.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'

test('a request is answered once; its author is told by mail that there is news, and no more', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const { id, number } = await ask(club, mia)
  const answer = (text: string) =>
    club.call(admin, answerRequest, { params: { requestId: id }, body: { answer: text } })
  const both = await Promise.all([answer('We stopped.'), answer('We did not.')])
  expect(both.map((one) => (one.ok ? 'ok' : one.code)).sort()).toEqual(['already_decided', 'ok'])
  const [mail] = await readRequestMails(club, mia)
  expect(mail?.text).toContain('/settings')
  expect(mail?.text).not.toMatch(/stopped|objection|DS-/)
  const own = await club.call(mia, listOwnRequests, {})
  expect(own).toMatchObject({
    answer: { requests: [{ answer: expect.stringMatching(/^We/), closedAt: expect.any(String) }] },
  })
  expect(
    (await readTraces(club)).find(({ action }) => action === 'request_answered'),
  ).toMatchObject({
    actorId: admin.userId,
    subjectId: mia.userId,
    details: { request: number },
  })
})

test('a deadline is extended once, by two months from the first, with a reason', async () => {
  await using place = await openDesk('2026-12-31T12:00:00Z')
  const { club, mia, admin } = place
  const { id } = await ask(club, mia)
  const extend = () =>
    club.call(admin, extendRequest, {
      params: { requestId: id },
      body: { reason: 'It takes long.' },
    })
  expect(await extend()).toMatchObject({
    answer: { dueAt: '2027-03-31T21:59:59.000Z', extensionReason: 'It takes long.' },
  })
  expect(await extend()).toMatchObject({ code: 'already_decided' })
  expect(await readRequestMails(club, mia)).toHaveLength(1)
  const empty = { params: { requestId: id }, body: { reason: '  ' } }
  expect(await club.call(admin, extendRequest, empty)).toMatchObject({ code: 'invalid_input' })
})

test('a deadline that has passed is not extended: what takes longer is told within the month', async () => {
  await using place = await openDesk('2026-10-30T12:00:00Z')
  const { club, mia, admin } = place
  const extend = async () => {
    await proveSession(club, admin)
    const body = { reason: 'It takes long.' }
    return club.call(admin, extendRequest, { params: { requestId: id }, body })
  }
  const { id, dueAt } = await ask(club, mia)
  club.clock.set(new Date(Date.parse(dueAt) + 1).toISOString())
  Object.assign(admin, await club.session(admin))
  expect(await extend()).toMatchObject({ code: 'already_decided' })
  expect(await readRequestMails(club, mia)).toEqual([])
  club.clock.set(dueAt)
  expect(await extend()).toMatchObject({ answer: { dueAt: '2027-01-30T22:59:59.000Z' } })
})

test('nobody decides on their own request, without a fresh proof, or on one that is not there', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const own = { params: { requestId: (await ask(club, admin)).id } }
  const theirs = { params: { requestId: (await ask(club, mia)).id } }
  const nowhere = { params: { requestId: uuid() } }
  const acts = (where: typeof own) =>
    Promise.all([
      club.call(admin, extendRequest, { ...where, body: { reason: 'Why.' } }),
      club.call(admin, answerRequest, { ...where, body: { answer: 'What.' } }),
      club.call(admin, restrictProcessing, { ...where, body: { isRestricted: true } }),
    ])
  const codes = async (where: typeof own) =>
    (await acts(where)).map((one) => (one.ok ? 'ok' : one.code))
  expect(await codes(own)).toEqual(['own_submission', 'own_submission', 'own_submission'])
  expect(await codes(nowhere)).toEqual(['PGRST116', 'PGRST116', 'PGRST116'])
  club.clock.advance({ minutes: 11 })
  expect(await codes(theirs)).toEqual(['proof_needed', 'proof_needed', 'proof_needed'])
})

test('after 21 days every admin is mailed once that a request waits', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const suspended = await club.member({ isAdmin: true })
  await suspend(club.db, suspended.userId, '2027-01-01T00:00:00Z')
  await ask(club, mia)
  const remind = () => club.app.jobs.send(club.db, 'remind_requests', {})
  club.clock.advance({ days: 21, minutes: -1 })
  await remind()
  expect(await readRequestMails(club, admin)).toEqual([])
  club.clock.advance({ minutes: 1 })
  for (let n = 0; n < 3; n += 1) await remind()
  const mails = await readRequestMails(club, admin)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('/admin/requests')
  expect(mails[0]!.text).not.toContain(mia.username)
  expect(await readRequestMails(club, suspended)).toEqual([])
})

test('a request whose time was extended is said again in the last nine days of it', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const { id: requestId } = await ask(club, mia)
  const remind = async () => {
    await club.app.jobs.send(club.db, 'remind_requests', {})
    return (await readRequestMails(club, admin)).length
  }
  club.clock.advance({ days: 22 })
  expect(await remind()).toBe(1)
  const body = { reason: 'It takes long.' }
  await proveSession(club, admin)
  const extended = await club.call(admin, extendRequest, { params: { requestId }, body })
  if (!extended.ok) throw new Error(extended.code)
  expect(extended.answer.isUrgent).toBe(false)
  expect(await remind()).toBe(1)
  club.clock.set(new Date(Date.parse(extended.answer.dueAt) - 10 * 86_400_000).toISOString())
  expect(await remind()).toBe(1)
  club.clock.advance({ days: 1, minutes: 1 })
  for (let n = 0; n < 2; n += 1) expect(await remind()).toBe(2)
})

test('a birthdate is corrected by an admin alone, and below 18 it closes the club until then', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const answer = (id: string, birthdate: string) =>
    club.call(admin, answerRequest, {
      params: { requestId: id },
      body: { answer: 'Corrected.', birthdate },
    })
  const wrong = await ask(club, mia, 'access')
  for (const [id, date] of [
    [wrong.id, '1991-04-01'],
    [(await ask(club, mia, 'rectification')).id, '2027-01-01'],
    [(await ask(club, mia, 'rectification')).id, '1891-01-01'],
  ] as const)
    expect(await answer(id, date)).toMatchObject({
      code: 'invalid_input',
      body: { errors: [{ path: 'birthdate', message: 'birthdate_invalid' }] },
    })
  const born = async () =>
    (
      await club.db.row<{ birthdate: string }>(
        sql`select birthdate from profiles where id = ${mia.userId}`,
      )
    )?.birthdate
  expect(await born()).toBe('1990-04-01')

  expect((await answer((await ask(club, mia, 'rectification')).id, '1991-04-01')).ok).toBe(true)
  expect(await born()).toBe('1991-04-01')
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { suspension: null } },
  })
  expect((await answer((await ask(club, mia, 'rectification')).id, '2009-06-15')).ok).toBe(true)
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { suspension: { until: '2027-06-14T22:00:00.000Z' } } },
  })
  const corrected = (await readTraces(club)).filter(
    ({ action }) => action === 'birthdate_corrected',
  )
  expect(corrected).toHaveLength(2)
  expect(JSON.stringify(corrected)).not.toContain('2009')
})

test('a member verified by another date than the corrected one is verified no longer, and may submit documents anew', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  await club.db.run(sql`
    update profiles set verification_status = 'verified', verification_method = 'id_manual', verified_at = now()
    where id = ${mia.userId}`)
  const correct = async (birthdate: string) => {
    const params = { requestId: (await ask(club, mia, 'rectification')).id }
    const body = { answer: 'Corrected.', birthdate }
    expect(await club.call(admin, answerRequest, { params, body })).toMatchObject({ ok: true })
    const told = await club.call(mia, getVerification, {})
    return told.ok ? told.answer : told.code
  }
  // the documents said so
  expect(await correct('1990-04-01')).toMatchObject({ status: 'verified', method: 'id_manual' })
  expect(await correct('1991-04-01')).toMatchObject({ status: 'none', method: 'none' })
})

test('one admin closes the club to nobody of the staff by a birthdate, nor to the last admin', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const correct = async (role: string) => {
    await club.db.run(sql`delete from user_roles where user_id = ${mia.userId}`)
    await club.db.run(sql`insert into user_roles values (${mia.userId}, ${role})`)
    const { id: requestId } = await ask(club, mia, 'rectification')
    const body = { answer: 'Corrected.', birthdate: '2009-06-15' }
    return club.call(admin, answerRequest, { params: { requestId }, body })
  }
  expect(await correct('admin')).toMatchObject({ code: 'no_second_admin' })
  await club.member({ isAdmin: true })
  expect(await correct('moderator')).toMatchObject({ code: 'staff_member' })
  const stored = await club.db.row(sql`
    select birthdate, u.suspended_until from profiles p join users u on u.id = p.id
    where p.id = ${mia.userId}`)
  expect(stored).toEqual({ birthdate: '1990-04-01', suspendedUntil: null })
})

test('a member who turns out to be a minor pays nothing more, and all they paid goes back', async () => {
  await using club = await openClub({ now: '2026-05-04T10:00:00Z', payments: 'house' })
  const [mia, admin] = [await club.member(), await club.member({ isAdmin: true })]
  await proveSession(club, admin)
  await subscribeMember(club, mia)
  club.clock.advance({ days: 20 })
  Object.assign(mia, await club.session(mia))
  Object.assign(admin, await club.session(admin))
  await proveSession(club, admin)
  const correct = async (birthdate: string) => {
    const { id: requestId } = await ask(club, mia, 'rectification')
    const body = { answer: 'Corrected.', birthdate }
    return club.call(admin, answerRequest, { params: { requestId }, body })
  }
  const refunds = () => club.db.rows(sql`select reason, cents, status from refunds`)
  const contract = () =>
    club.db.row<{ status: string; providerId: string }>(
      sql`select status, provider_id from subscriptions`,
    )
  expect((await correct('1991-04-01')).ok).toBe(true)
  expect(await refunds()).toEqual([])
  const { providerId } = (await contract())!
  expect((await correct('2009-06-15')).ok).toBe(true)
  await turn(club)
  expect(await contract()).toMatchObject({ status: 'ended' })
  const [plan] = await club.db.rows<{ cents: number }>(sql`select cents from plan_prices`)
  expect(await refunds()).toEqual([{ reason: 'termination', ...plan, status: 'done' }])
  expect(await club.app.payments?.read(providerId)).toMatchObject({ status: 'stopped' })
})

test('to somebody who turns out to be a minor the club stays closed, though another suspension is lifted just then', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const other = await club.member({ isAdmin: true })
  await proveSession(club, other)
  await suspend(club.db, mia.userId, '2030-01-01T00:00:00Z')
  const [longer] = await readStatements(club, mia)
  const { id: requestId } = await ask(club, mia, 'rectification')
  const acts = await club.db.transaction(async (tx) => {
    // the correction stands still on its last step
    await audit(tx, { at: club.app.now(), actorId: null, action: 'audit_viewed' })
    const answer = { answer: 'Corrected.', birthdate: '2009-06-15' }
    const corrected = club.call(admin, answerRequest, { params: { requestId }, body: answer })
    await untilSomebodyWaits(club)
    const params = { statementId: longer!.id }
    const lifted = club.call(other, liftStatement, { params, body: { reason: 'A mistake.' } })
    await untilSomebodyWaits(club, 2)
    return [corrected, lifted]
  })
  for (const act of await Promise.all(acts)) expect(act).toMatchObject({ ok: true })
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { suspension: { until: '2027-06-14T22:00:00.000Z' } } },
  })
})

test('nobody lets in who is a minor by their corrected birthdate, until that is corrected again', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const other = await club.member({ isModerator: true })
  await proveSession(club, other)
  const correct = async (birthdate: string) => {
    const { id: requestId } = await ask(club, mia, 'rectification')
    const body = { answer: 'Corrected.', birthdate }
    expect(await club.call(admin, answerRequest, { params: { requestId }, body })).toMatchObject({
      ok: true,
    })
  }
  await correct('2009-06-15')
  const [statement] = await readStatements(club, mia)
  const params = { statementId: statement!.id }
  const lift = () => club.call(other, liftStatement, { params, body: { reason: 'A mistake.' } })
  const appeal = { id: uuid(), text: 'I am 31.' }
  await club.call(mia, appealStatement, { params, body: appeal })
  const grant = () =>
    club.call(other, decideAppeal, {
      params: { appealId: appeal.id },
      body: { isGranted: true, answer: 'So it is.' },
    })
  const isOut = async () => {
    const got = await club.call(mia, getSession, {})
    return got.ok && got.answer.session?.suspension !== null
  }
  const underAge = { code: 'invalid_input', body: { errors: [{ message: 'birthdate_underage' }] } }
  for (const act of [lift, grant]) expect(await act()).toMatchObject(underAge)
  expect(await isOut()).toBe(true)
  // a person has looked at the date: nobody has to lift what followed from the wrong one
  await correct('1990-06-15')
  expect(await isOut()).toBe(false)
  expect(await club.db.rows(sql`select lifted_by, lift_reason from statements`)).toEqual([
    { liftedBy: admin.userId, liftReason: expect.stringContaining('berichtigt') as string },
  ])
  expect(await grant()).toMatchObject({ ok: true })
})

test('a birthdate that is corrected once more closes the club by the last one alone', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  for (const birthdate of ['2010-06-15', '2009-06-15']) {
    const { id: requestId } = await ask(club, mia, 'rectification')
    const body = { answer: 'Corrected.', birthdate }
    await club.call(admin, answerRequest, { params: { requestId }, body })
  }
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { suspension: { until: '2027-06-14T22:00:00.000Z' } } },
  })
  const standing = (await readStatements(club, mia)).filter(({ liftedAt }) => liftedAt === null)
  expect(standing).toMatchObject([{ endsAt: '2027-06-14T22:00:00.000Z' }])
})

test('a birthdate that is corrected lifts no suspension for another reason', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  await suspend(club.db, mia.userId, '2030-01-01T00:00:00Z')
  const { id: requestId } = await ask(club, mia, 'rectification')
  const body = { answer: 'Corrected.', birthdate: '1990-06-15' }
  await club.call(admin, answerRequest, { params: { requestId }, body })
  expect(await readStatements(club, mia)).toMatchObject([{ liftedAt: null }])
})

test('whose data are restricted is shown to nobody, and told when that ends', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const { id } = await ask(club, mia, 'restriction')
  const restrict = (isRestricted: boolean) =>
    club.call(admin, restrictProcessing, { params: { requestId: id }, body: { isRestricted } })
  const ben = await club.member()
  const seen = async () =>
    (await club.call(ben, getMember, { params: { memberId: mia.userId } })).ok
  expect(await seen()).toBe(true)
  expect(await restrict(true)).toMatchObject({ answer: { isRestricted: true } })
  expect(await seen()).toBe(false)
  // said twice it is done once
  expect(await restrict(true)).toMatchObject({ ok: true })
  expect(await readRequestMails(club, mia)).toHaveLength(1)
  expect(await restrict(false)).toMatchObject({ answer: { isRestricted: false } })
  expect(await seen()).toBe(true)
  expect(await readRequestMails(club, mia)).toHaveLength(2)
  expect((await readTraces(club)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['processing_restricted', 'processing_released']),
  )
})
