import { expect, test } from 'vitest'
import { listSubscriptions } from '#contract/billing/backOffice.ts'
import { getBranch } from '#contract/admission/admission.ts'
import { listInvitations } from '#contract/admission/invitations.ts'
import { getMember, getProfile } from '#contract/members/profiles.ts'
import { getSubmission, listSubmissions } from '#contract/verification/review.ts'
import { checkInvite } from '#contract/admission/invitations.ts'
import { restrictProcessing } from '#contract/privacy/dataRequests.ts'
import { announceTerms } from '#server/features/consent/renewal.service.ts'
import { readDocument } from '#server/features/verification/documents.service.ts'
import { shredDue } from '#server/features/verification/shredding.service.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { insertInvite, insertRedemption } from '#testing/fixtures/admission.ts'
import {
  postDecision,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { insertLeaving, isThere, leave, purgeHour, stay } from '#testing/privacy/leaving.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, see } from '#testing/fixtures/photos.ts'
import { ask } from '#testing/privacy/requests.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { insertSubmission, proveSession } from '#testing/fixtures/submissions.ts'
import { subscribeMember } from '#testing/billing/subscribers.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'

const NOW = '2026-05-04T20:00:00Z'

test('what may not be used is shown to nobody but its owner, and writes nothing', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await salon.post(mia, { text: 'good evening' })
  const photoId = await insertPhoto(club, mia.userId)
  const stream = await club.follow(tom)
  await stream.next('ready')
  await restrict(club, mia)
  await stream.next('ready')
  const memberId = mia.userId
  expect(await salon.list(tom)).toMatchObject({ answer: { posts: [] } })
  expect(await club.call(tom, getMember, { params: { memberId } })).toMatchObject({
    code: 'PGRST116',
  })
  expect((await see(club, tom, { memberId, photoId })).status).toBe(404)
  expect(await salon.post(mia, { text: 'is anybody here?' })).toMatchObject({ code: '42501' })
  expect(await club.db.rows(sql`select from posts`)).toHaveLength(1)
  // they themselves still see what the club holds
  expect(await club.call(mia, getProfile, {})).toMatchObject({ ok: true })
  expect((await see(club, mia, { memberId, photoId })).status).toBe(200)

  await restrict(club, mia, { isRestricted: false })
  await stream.next('ready')
  expect(await salon.list(tom)).toMatchObject({ answer: { posts: [{ text: 'good evening' }] } })
  expect(await salon.post(mia, { text: 'here again' })).toMatchObject({ ok: true })
})

test('the lists of admins leave out hidden members, and those they invited stay', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const admin = await club.member({ isAdmin: true })
  const [root, mia, guest] = [await club.member(), await club.member(), await club.member()]
  await insertRedemption(club, root, mia)
  await insertRedemption(club, mia, guest)
  await subscribeMember(club, mia)
  const { id: submissionId } = await insertSubmission(club, mia)
  const { code } = await insertInvite(club, { inviterId: mia.userId })
  const isGood = async () => (await club.call(null, checkInvite, { body: { code } })).ok
  const seen = async () => {
    const lists = [
      await club.call(admin, listSubmissions, { query: {} }),
      await club.call(admin, getSubmission, { params: { submissionId } }),
      await club.call(admin, listSubscriptions, { query: {} }),
      await club.call(admin, getBranch, { params: { userId: root.userId } }),
      await club.call(root, listInvitations, {}),
    ]
    return JSON.stringify(lists.map((list) => (list.ok ? list.answer : list.code)))
  }
  expect(await seen()).toContain(mia.username)
  expect(await isGood()).toBe(true)
  await restrict(club, mia)
  const hidden = await seen()
  expect(hidden).not.toContain(mia.username)
  expect(hidden).toContain(guest.username)
  expect(hidden).toContain(`"invitedBy":"${root.userId}"`)
  expect(await isGood()).toBe(false)
  expect(await club.call(admin, getBranch, { params: { userId: mia.userId } })).toMatchObject({
    code: 'PGRST116',
  })
})

test('nothing restricted goes by age, and everything does once that is over', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  await club.db.run(sql`
    insert into sent_mails values (gen_random_uuid(), ${mia.userId}, 'Neues Passwort', ${NOW})`)
  await club.db.run(sql`
    insert into log_ins values (gen_random_uuid(), ${mia.userId}, ${NOW}, 'password', true, 'other',
      'other')`)
  // she was warned, which rang at her bell
  const moderator = await club.member({ isModerator: true })
  await reportTarget(club, await club.member(), profileTarget(mia))
  const [line] = await queue(club, moderator)
  await postDecision(club, moderator, line!.id, { kind: 'warn', grounds: GROUNDS })
  const left = () =>
    club.db.row(sql`
      select (select count(*) from sent_mails where subject = 'Neues Passwort') as mails,
        (select count(*) from bell_items where user_id = ${mia.userId}) as bell,
        (select count(*) from log_ins) as log_ins,
        (select count(*) from evidence) as evidence,
        (select count(*) from statements where user_id = ${mia.userId}) as statements`)
  await restrict(club, mia)
  club.clock.advance({ days: 367 })
  await keepRetention(club.app)
  await shredDue(club.app)
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
  expect(await left()).toEqual({ mails: 1, bell: 1, logIns: 1, evidence: 1, statements: 1 })
  expect(await club.db.rows(sql`select rule from retention_runs where overdue > 0`)).toEqual([])
  await restrict(club, mia, { isRestricted: false })
  await keepRetention(club.app)
  expect(await readDocument(club.app, id, 'front')).toBeNull()
  expect(await left()).toEqual({ mails: 0, bell: 0, logIns: 0, evidence: 0, statements: 0 })
})

test('a member who asks to be deleted goes all the same, also while restricted', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await restrict(club, mia)
  await leave(club, mia)
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await isThere(club, mia)).toBe(false)
})

test('a member who takes a deletion back while being restricted is shown to nobody', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const admin = await club.member({ isAdmin: true })
  const { id: requestId } = await ask(club, mia, 'restriction')
  const token = await insertLeaving(club, mia)
  await proveSession(club, admin)
  const acts = await club.db.transaction(async (tx) => {
    // the restriction stands still on its last step
    await audit(tx, { at: club.app.now(), actorId: null, action: 'audit_viewed' })
    const body = { isRestricted: true }
    const restricted = club.call(admin, restrictProcessing, { params: { requestId }, body })
    await untilSomebodyWaits(club)
    const stayed = stay(club, token)
    await untilSomebodyWaits(club, 2)
    return [restricted, stayed]
  })
  for (const act of await Promise.all(acts)) expect(act).toMatchObject({ ok: true })
  await club.app.bus.flush()
  expect(await club.call(tom, getMember, { params: { memberId: mia.userId } })).toMatchObject({
    code: 'PGRST116',
  })
})

test('nobody restricted is written to about new terms', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom, nora] = [
    await club.member({ hasTerms: false }),
    await club.member({ hasTerms: false }),
    await club.member({ hasTerms: false }),
  ]
  await club.db.run(sql`
    insert into consent_versions values (gen_random_uuid(), 'terms', '1.0.0', ${NOW})`)
  await club.db.run(sql`
    insert into user_consents select u.id, v.id, ${NOW} from users u, consent_versions v
    where v.version = '1.0.0' and v.document = 'terms'`)
  await restrict(club, mia)
  await leave(club, nora)
  await club.mails()
  await announceTerms(club.app)
  const written = (await club.mails()).map(({ to }) => to)
  expect(written.filter((to) => to === tom.email)).toHaveLength(1)
  expect(written).not.toContain(mia.email)
  expect(written.filter((to) => to === nora.email)).toHaveLength(1)
})
