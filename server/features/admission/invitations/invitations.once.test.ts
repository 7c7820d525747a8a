import { expect, test } from 'vitest'
import { issueInvitation, listIssued, revokeIssued } from '#contract/admission/admission.ts'
import {
  checkInvite,
  createInvitation,
  listInvitations,
  redeemInvite,
  revokeInvitation,
} from '#contract/admission/invitations.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertInvite } from '#testing/fixtures/admission.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-06-15T12:00:00Z'
const config = { admission: 'invitation' } as const
const taken = { ok: false, status: 409, code: '23505' }
const over = { ok: false, status: 404, code: 'PGRST116' }
const terms = { maxUses: 3, days: 7, note: 'Summer party' }

const give = (club: Club, as: TestMember, id: string, email?: string) =>
  club.call(as, createInvitation, { body: { id, ...(email && { email }) } })
const issue = (club: Club, as: TestMember, id: string) =>
  club.call(as, issueInvitation, { body: { id, ...terms } })
const countAll = async (club: Club) =>
  (await club.db.row<{ n: number }>(sql`select count(*)::int as n from invitations`))?.n
const isGood = async (club: Club, code: string) =>
  (await club.call(null, checkInvite, { body: { code } })).ok

test('an invitation asked for again is the one that is already there, with its code', async () => {
  await using club = await openClub({ now: NOW, config })
  const mia = await club.member()
  const id = uuid()
  const first = await give(club, mia, id, 'nora@example.org')
  if (!first.ok) throw new Error(first.code)
  expect(first.answer.invitation.id).toBe(id)
  club.clock.advance({ minutes: 5 })
  // whatever it says by now
  for (const again of [give(club, mia, id.toUpperCase()), give(club, mia, id, 'tom@example.org')])
    expect(await again).toMatchObject({ ok: true, answer: first.answer })
  expect(await isGood(club, first.answer.code)).toBe(true)
  expect(await club.call(mia, listInvitations, {})).toMatchObject({
    answer: { invitations: [first.answer.invitation], left: 2 },
  })
})

test('the last of a stock, asked for again, is given; it counts once', async () => {
  await using club = await openClub({ now: NOW, config })
  const mia = await club.member()
  for (let made = 1; made < 20; made += 1) {
    const id = uuid()
    expect(await give(club, mia, id)).toMatchObject({ ok: true })
    await club.call(mia, revokeInvitation, { params: { invitationId: id } })
  }
  const last = uuid()
  const first = await give(club, mia, last)
  for (let again = 0; again < 3; again += 1)
    expect(await give(club, mia, last)).toMatchObject({
      ok: true,
      answer: first.ok && first.answer,
    })
  expect(await give(club, mia, uuid())).toMatchObject({ code: 'too_many_attempts' })
  expect(await give(club, mia, last)).toMatchObject({ ok: true })
})

test('of several requests at once, at two servers, one invitation comes, and each gets its code', async () => {
  await using club = await openClub({ now: NOW, config })
  const second = await club.secondServer()
  const [mia, admin] = [await club.member(), await club.member({ isAdmin: true })]
  const [given, issued] = [uuid(), uuid()]
  const urls = [club.url, second.url, club.url, second.url]
  const responses = await Promise.all(
    urls.map((url) => club.call(mia, createInvitation, { body: { id: given } }, { url })),
  )
  const byAdmin = await Promise.all(
    urls.map((url) =>
      club.call(admin, issueInvitation, { body: { id: issued, ...terms } }, { url }),
    ),
  )
  for (const answers of [responses, byAdmin]) {
    const codes = answers.map((one) => (one.ok ? one.answer.code : one.code))
    expect(new Set(codes).size).toBe(1)
    expect(await isGood(club, codes[0]!)).toBe(true)
  }
  expect(await countAll(club)).toBe(2)
})

test('what was revoked or used meanwhile is not given again', async () => {
  await using club = await openClub({ now: NOW, config })
  const mia = await club.member()
  const [revoked, used, expired] = [uuid(), uuid(), uuid()]
  await give(club, mia, revoked)
  await club.call(mia, revokeInvitation, { params: { invitationId: revoked } })
  const made = await give(club, mia, used)
  const nora = await club.member({ isAdmitted: false })
  await club.call(nora, redeemInvite, { body: { code: made.ok ? made.answer.code : '' } })
  await give(club, mia, expired)
  for (const id of [revoked, used]) expect(await give(club, mia, id)).toMatchObject(over)
  club.clock.advance({ days: 31 })
  const later = { ...mia, ...(await club.session(mia)) }
  for (const id of [revoked, used, expired]) expect(await give(club, later, id)).toMatchObject(over)
  expect(await countAll(club)).toBe(3)
})

test("an id that is somebody else's is taken, for members and admins alike", async () => {
  await using club = await openClub({ now: NOW, config })
  const [mia, tom] = [await club.member(), await club.member()]
  const [admin, other] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const [given, issued] = [uuid(), uuid()]
  await give(club, mia, given)
  await issue(club, admin, issued)
  const before = await insertInvite(club, { inviterId: mia.userId })
  for (const id of [given, issued, before.id]) {
    expect(await give(club, tom, id)).toMatchObject(taken)
    expect(await issue(club, other, id)).toMatchObject(taken)
  }
  // made by a server of before, with a code that nobody knows any more
  expect(await give(club, mia, before.id)).toMatchObject(taken)
  expect(await give(club, mia, issued)).toMatchObject(taken)
  expect(await give(club, admin, issued)).toMatchObject({ ok: true })
  expect(await countAll(club)).toBe(3)
})

test('a code the club issues is issued once, and noted once', async () => {
  await using club = await openClub({ now: NOW, config })
  const admin = await club.member({ isAdmin: true })
  const id = uuid()
  const first = await issue(club, admin, id)
  if (!first.ok) throw new Error(first.code)
  const { code } = first.answer
  expect(await issue(club, admin, id)).toMatchObject({ ok: true, answer: first.answer })
  const nora = await club.member({ isAdmitted: false })
  await club.call(nora, redeemInvite, { body: { code } })
  expect(await issue(club, admin, id)).toMatchObject({
    answer: { code, invitation: { uses: 1, state: 'open' } },
  })
  const noted = await club.db.row<{ n: number }>(
    sql`select count(*)::int as n from audit where action = 'invitation_issued'`,
  )
  expect(noted?.n).toBe(1)
  await club.call(admin, revokeIssued, { params: { invitationId: id } })
  expect(await issue(club, admin, id)).toMatchObject(over)
  expect(await club.call(admin, listIssued, { query: {} })).toMatchObject({
    answer: { invitations: [{ id, state: 'revoked' }] },
  })
})
