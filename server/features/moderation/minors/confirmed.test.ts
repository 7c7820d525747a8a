import { expect, test } from 'vitest'
import { appealByLink, appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { askAge } from '#contract/moderation/cases.ts'
import { getBilling } from '#contract/billing/billing.ts'
import { requestExport } from '#contract/privacy/ownData.ts'
import { isHeldAtDoor } from '#server/features/accounts/bans/bans.service.ts'
import { deleteMinor } from '#server/features/privacy/deletion/underAge.service.ts'
import { sql } from '#server/platform/database/database.ts'
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
import {
  isThere,
  leave,
  purgeHour,
  openSecondSession,
  stay,
  wayBack,
} from '#testing/privacy/leaving.ts'
import { GONE, MINOR, openMinors, THERE } from '#testing/moderation/minors.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { subscribeMember, readSubscription } from '#testing/billing/subscribers.ts'
import { uuid } from '#testing/random.ts'

const CONFIRMED = { kind: 'minor', grounds: { ...GROUNDS, ground: 'law' } } as const

async function confirmed(options: Parameters<typeof openMinors>[0] = {}) {
  const scene = await openMinors(options)
  const { club, tom, admin, report, onlyCase } = scene
  await report()
  const { id } = await onlyCase()
  return {
    ...scene,
    caseId: id,
    confirm: () => postDecision(club, admin, id, CONFIRMED),
    /** By which they object to what was decided, from its mail. */
    link: async () => {
      const mails = await club.mails()
      const ban = mails.find(({ to, text }) => to === tom.email && text.includes(GROUNDS.facts))
      return /#token=([\w-]+)/.exec(ban!.text)![1]!
    },
  }
}

test('confirmed, their data goes but for the evidence, all money goes back and the address stays out', async () => {
  await using scene = await openMinors({ payments: 'house' })
  const { club, mia, tom, admin, report, onlyCase, sees } = scene
  await subscribeMember(club, tom)
  club.clock.advance({ days: 20 })
  await report()
  const { id } = await onlyCase()
  await postDecision(club, admin, id, CONFIRMED)
  const mails = (await club.mails()).filter(({ to }) => to === tom.email)
  expect(mails.map(({ text }) => text).join()).toContain(GROUNDS.facts)
  expect(await sees(mia, tom)).toEqual(GONE)
  // also for the days that were used, and once, however often what is left to do is begun again
  await deleteMinor(club.app, tom)
  club.clock.advance({ hours: 23 })
  await deleteMinor(club.app, tom)
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(true)
  club.clock.advance({ hours: 1 })
  await purgeHour(club)
  await club.house.settle()
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(false)
  const refunds = await club.db.rows(sql`select cents, reason, status from refunds`)
  expect(refunds).toMatchObject([{ reason: 'termination', status: 'done' }])
  const [paid] = await club.db.rows<{ cents: number }>(sql`select cents from plan_prices`)
  expect(refunds).toMatchObject([{ cents: paid!.cents }])
  expect(await club.db.rows(sql`select id from posts where user_id = ${tom.userId}`)).toEqual([])
  expect(await club.db.rows(sql`select id from age_checks`)).toEqual([])
  expect((await readFileAtDesk(club, admin, id)).evidence).toMatchObject([{ author: tom.username }])
  const [name, domain] = tom.email.split('@')
  for (const email of [tom.email, `${name}+18@${domain}`.toUpperCase()])
    expect(await isHeldAtDoor(club.db, club.app, email)).toBe(true)
})

test('what was paid back before is not paid back twice', async () => {
  await using scene = await openMinors({ payments: 'house' })
  const { club, tom, admin, report, onlyCase } = scene
  const { id } = await subscribeMember(club, tom)
  const paid = (await readSubscription(club, tom)).price.cents
  await club.db.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at, due_at)
    select ${uuid()}, ${id}, data ->> 'paymentId', 500, 'goodwill', 'done', now(), now()
    from subscription_events where subscription_id = ${id} and kind = 'paid'`)
  await report()
  await postDecision(club, admin, (await onlyCase()).id, CONFIRMED)
  const sum = sql`select sum(cents)::integer as cents from refunds`
  expect(await club.db.row(sum)).toEqual({ cents: paid })
  expect(await club.call(tom, getBilling, {})).toMatchObject({ code: 'not_signed_in' })
})

test('of two who decide one does, and a reviewer who is slower gives nothing back', async () => {
  await using scene = await confirmed()
  const { club, tom, admin, moderator, caseId, approve } = scene
  const made = await Promise.all([
    decide(club, admin, caseId, CONFIRMED),
    decide(club, moderator, caseId, { kind: 'no_breach' }),
  ])
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
  const won = made[0]!.ok ? 'minor' : 'no_breach'
  expect(await club.db.rows(sql`select outcome from age_checks`)).toEqual([
    { outcome: won === 'minor' ? 'minor' : 'adult' },
  ])
  if (won === 'minor') await approve()
  const user = await club.db.row<{ isOut: boolean }>(
    sql`select suspended_until is not null as is_out from users where id = ${tom.userId}`,
  )
  expect(user?.isOut).toBe(won === 'minor')
})

test('an approval and a confirmation at once: one of them holds', async () => {
  await using scene = await confirmed()
  const { club, caseId, admin, approve } = scene
  const [approval, decision] = await Promise.all([
    approve(),
    decide(club, admin, caseId, CONFIRMED),
  ])
  const [found] = await club.db.rows(sql`select outcome from age_checks`)
  expect(found).toEqual({ outcome: decision.ok ? 'minor' : 'adult' })
  if (!decision.ok) expect(approval).toMatchObject({ ok: true })
})

test('an objection holds the deletion, and granted it takes everything back', async () => {
  await using scene = await confirmed()
  const { club, mia, tom, confirm, link, sees } = scene
  await confirm()
  const body = { token: await link(), id: uuid(), text: 'I am 31, and can show it.' }
  expect(await club.call(null, appealByLink, { body })).toMatchObject({ ok: true })
  club.clock.advance({ days: 2 })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(true)
  const other = await club.member({ isAdmin: true })
  await proveSession(club, other)
  const answer = { isGranted: true, answer: 'You are right, and we are sorry.' }
  const granted = await club.call(other, decideAppeal, {
    params: { appealId: body.id },
    body: answer,
  })
  expect(granted).toMatchObject({ ok: true })
  club.clock.advance({ days: 10 })
  await purgeHour(club)
  await deleteMinor(club.app, tom)
  expect(await isThere(club, tom)).toBe(true)
  expect(await sees(mia, tom)).toEqual(THERE)
  expect(await isHeldAtDoor(club.db, club.app, tom.email)).toBe(false)
})

test('a refused objection holds nothing any longer', async () => {
  await using scene = await confirmed()
  const { club, tom, confirm, link } = scene
  await confirm()
  const body = { token: await link(), id: uuid(), text: 'Please.' }
  await club.call(null, appealByLink, { body })
  const other = await club.member({ isAdmin: true })
  await proveSession(club, other)
  club.clock.advance({ days: 2 })
  const answer = { isGranted: false, answer: 'It stands.' }
  await club.call(other, decideAppeal, { params: { appealId: body.id }, body: answer })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(false)
})

test('who deletes the account meanwhile goes as they asked, or sooner, and then no mail brings it back', async () => {
  await using scene = await confirmed()
  const { club, tom, confirm } = scene
  await leave(club, tom)
  const token = await wayBack(club, tom)
  await confirm()
  await club.mails()
  expect(await stay(club, token)).toMatchObject({ code: 'invalid_link' })
  club.clock.advance({ days: 1 })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(false)
})

test('who deletes the account before the club began to goes as soon as any other minor', async () => {
  await using scene = await confirmed()
  const { club, tom, confirm } = scene
  // no job has run since
  await confirm()
  await leave(club, { ...tom, ...(await club.session(tom)) })
  expect(await stay(club, await wayBack(club, tom))).toMatchObject({ code: 'invalid_link' })
  club.clock.advance({ days: 1 })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(false)
})

test('a leaving member reads that they are suspended, and is asked for no ID unless they stay', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, guest, mailsTo, suspensionOf } = scene
  const eva = await guest()
  const askFor = async (who: { username: string }) => {
    const line = (await queue(club, moderator)).find(({ username }) => username === who.username)
    await proveSession(club, moderator)
    const params = { caseId: line!.id }
    expect(await club.call(moderator, askAge, { params, query: {} })).toMatchObject({ ok: true })
  }
  await reportTarget(club, mia, profileTarget(tom), { reason: 'spam' })
  await leave(club, tom)
  const token = await wayBack(club, tom)
  await mailsTo(tom)
  await askFor(tom)
  const mailText = await mailsTo(tom)
  expect(mailText).toContain('Your account is suspended')
  expect(mailText).toContain('we need no ID')
  expect(mailText).not.toContain('Log in to the club')
  expect(await stay(club, token)).toMatchObject({ ok: true })
  expect(await suspensionOf({ ...tom, ...(await club.session(tom)) })).toHaveProperty('ageProofBy')

  await reportTarget(club, mia, profileTarget(eva), MINOR)
  await leave(club, eva)
  const before = await mailsTo(eva)
  await askFor(eva)
  expect(await mailsTo(eva)).toBe(before)
})

test('who asked to go, was found a minor and is cleared goes as they asked, and may still stay', async () => {
  await using scene = await confirmed()
  const { club, mia, tom, confirm, link, sees } = scene
  const own = sql`select reason, purge_at from account_deletions where user_id = ${tom.userId}`
  await leave(club, tom)
  const stored = await club.db.rows(own)
  const token = await wayBack(club, tom)
  await confirm()
  const body = { token: await link(), id: uuid(), text: 'I am 31.' }
  expect(await club.call(null, appealByLink, { body })).toMatchObject({ ok: true })
  // found twice, or the job begun again: what they asked for first is not forgotten
  await deleteMinor(club.app, tom)
  club.clock.advance({ days: 2 })
  await purgeHour(club)
  expect(await stay(club, token)).toMatchObject({ code: 'invalid_link' })
  const other = await club.member({ isAdmin: true })
  await proveSession(club, other)
  const answer = { isGranted: true, answer: 'You are right, and we are sorry.' }
  await club.call(other, decideAppeal, { params: { appealId: body.id }, body: answer })
  expect(await club.db.rows(own)).toEqual(stored)
  expect(await sees(mia, tom)).toEqual(GONE)
  expect(await stay(club, token)).toMatchObject({ ok: true })
  expect(await sees(mia, tom)).toEqual(THERE)
})

test('who never took that wish back goes on the day they asked for', async () => {
  await using scene = await confirmed()
  const { club, tom, confirm, link } = scene
  await leave(club, tom)
  await club.mails()
  await confirm()
  const body = { token: await link(), id: uuid(), text: 'I am 31.' }
  await club.call(null, appealByLink, { body })
  const other = await club.member({ isAdmin: true })
  await proveSession(club, other)
  const answer = { isGranted: true, answer: 'You are right, and we are sorry.' }
  await club.call(other, decideAppeal, { params: { appealId: body.id }, body: answer })
  club.clock.advance({ days: 29 })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(true)
  club.clock.advance({ days: 1 })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(false)
})

test('refuted after the account was deleted, it can be taken back, or is gone and the case is closed', async () => {
  await using scene = await confirmed()
  const { club, mia, tom, moderator, caseId, sees, mailsTo } = scene
  await leave(club, tom)
  const token = await wayBack(club, tom)
  await mailsTo(tom)
  await postDecision(club, moderator, caseId, { kind: 'no_breach' })
  expect(await mailsTo(tom)).not.toMatch(/is back as it was|everything is back/)
  expect(await stay(club, token)).toMatchObject({ ok: true })
  expect(await sees(mia, tom)).toEqual(THERE)

  const eva = await scene.guest()
  await reportTarget(club, mia, profileTarget(eva), MINOR)
  await leave(club, eva)
  await club.mails()
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  const later = await openSecondSession(club, moderator)
  const [open] = await queue(club, later)
  expect(open).toMatchObject({ username: null, age: null })
  expect(await decide(club, later, open!.id, CONFIRMED)).toMatchObject({ code: 'PGRST116' })
  expect(await decide(club, later, open!.id, { kind: 'no_breach' })).toMatchObject({ ok: true })
})

test('meanwhile they log in, object, take their data along; and an objection that is granted decides', async () => {
  await using scene = await confirmed()
  const { club, mia, tom, admin, sees, onlyCase } = scene
  const body = { email: tom.email, password: tom.password }
  expect(await club.call(null, logIn, { body })).toMatchObject({ ok: true })
  await proveSession(club, tom)
  expect(await club.call(tom, requestExport, { body: {} })).toMatchObject({ ok: true })
  const [statement] = await readStatements(club, tom)
  const appeal = { id: uuid(), text: 'I am 31.' }
  await club.call(tom, appealStatement, { params: { statementId: statement!.id }, body: appeal })
  await proveSession(club, admin)
  const answer = { isGranted: true, answer: 'You are right.' }
  await club.call(admin, decideAppeal, { params: { appealId: appeal.id }, body: answer })
  expect(await sees(mia, tom)).toEqual(THERE)
  expect(await onlyCase()).toMatchObject({ age: null })
  expect(await club.call(tom, getSession, {})).toMatchObject({
    answer: { session: { suspension: null } },
  })
})
