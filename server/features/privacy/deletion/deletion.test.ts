import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { changePassword } from '#contract/accounts/security.ts'
import { getDoor, listWaiting } from '#contract/admission/admission.ts'
import { listInvitations } from '#contract/admission/invitations.ts'
import { deleteAccount } from '#contract/privacy/ownData.ts'
import { getMember } from '#contract/members/profiles.ts'
import { listSubmissions } from '#contract/verification/review.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { getVerification } from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { insertRedemption } from '#testing/fixtures/admission.ts'
import { isThere, leave, purgeHour, stay, wayBack } from '#testing/privacy/leaving.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, see, photoFiles } from '#testing/fixtures/photos.ts'
import { insertSubmission, proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { sealedFiles } from '#testing/fixtures/documents.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'

test('a member who deletes their account is gone for everybody at once, on open streams, too', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  const second = await club.secondServer()
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await salon.post(mia, { text: 'good evening' })
  await salon.post(tom, { text: 'hello Mia' })
  const photoId = await insertPhoto(club, mia.userId)
  await insertRedemption(club, tom, mia)
  await club.db.run(sql`update invitation_uses set is_shown = true`)
  const streams = await Promise.all([club.follow(tom), club.follow(tom, second.url)])
  const own = [await club.follow(mia), await club.follow(await club.session(mia), second.url)]
  for (const stream of [...streams, ...own]) await stream.next('ready')

  const seen = async () => {
    const [posts, member, rooms, guests] = [
      await salon.list(tom),
      await club.call(tom, getMember, { params: { memberId: mia.userId } }),
      await club.call(tom, listRooms, {}),
      await club.call(tom, listInvitations, {}),
    ]
    return {
      posts: posts.ok && posts.answer.posts.map(({ text }) => text),
      page: member.ok,
      photo: (await see(club, tom, { memberId: mia.userId, photoId })).status,
      members: rooms.ok && rooms.answer.rooms.find(({ slug }) => slug === lounge.slug)?.memberCount,
      guest: guests.ok && guests.answer.invitations[0]?.guest,
    }
  }
  const before = { posts: ['hello Mia', 'good evening'], page: true, photo: 200, members: 2 }
  expect(await seen()).toEqual({ ...before, guest: mia.username })

  expect(await leave(club, mia)).toBe('2026-06-03T20:00:00.000Z')
  expect(await seen()).toEqual({
    posts: ['hello Mia'],
    page: false,
    photo: 404,
    members: 1,
    guest: null,
  })
  // who shows the room is told to look again, at every server
  for (const stream of streams) await stream.next('ready')
  for (const stream of own) {
    await stream.next('session_ended')
    await stream.closed
  }
  expect(await stay(club, await wayBack(club, mia))).toMatchObject({ ok: true })
  expect(await seen()).toEqual({ ...before, guest: mia.username })
  for (const stream of streams) await stream.next('ready')
})

test('every session of theirs ends, and a log-in with the right password says why', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const elsewhere = [await club.session(mia), await club.session(mia)]
  await leave(club, mia)
  for (const session of [mia, ...elsewhere])
    expect(await club.call(session, listRooms, {})).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    })
  const asked = (password: string) =>
    club.call(null, logIn, { body: { email: mia.email, password } })
  expect(await asked(mia.password)).toMatchObject({ code: 'account_leaving' })
  expect(await asked('another battery')).toMatchObject({ code: 'invalid_credentials' })
  await stay(club, await wayBack(club, mia))
  expect(await asked(mia.password)).toMatchObject({ ok: true })
})

test('deleting an account asks for a fresh proof', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const asked = () => club.call(mia, deleteAccount, {})
  expect(await asked()).toMatchObject({ code: 'proof_needed' })
  await proveSession(club, mia)
  club.clock.advance({ minutes: 11 })
  expect(await asked()).toMatchObject({ code: 'proof_needed' })
  expect(await club.call(mia, listRooms, {})).toMatchObject({ ok: true })
})

test('documents are shredded at once, what waits for review is withdrawn, and neither comes back', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, admin] = [await club.member(), await club.member({ isAdmin: true })]
  await insertSubmission(club, mia)
  await leave(club, mia)
  expect((await sealedFiles(club)).size).toBe(0)
  expect(await club.db.rows(sql`select from id_file_keys`)).toEqual([])
  expect(await club.call(admin, listSubmissions, { query: {} })).toMatchObject({
    answer: { submissions: [], waiting: 0 },
  })
  await stay(club, await wayBack(club, mia))
  expect(await club.call(await club.session(mia), getVerification, {})).toMatchObject({
    answer: { status: 'none', receipts: [{ rule: 'account', sides: ['back', 'front', 'selfie'] }] },
  })
})

test('a waiting member who asks to be deleted no longer waits, until they come back', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member({ isAdmitted: false })
  const line = async () => {
    const waiting = await club.call(admin, listWaiting, { query: {} })
    const door = await club.call(admin, getDoor, {})
    if (!waiting.ok || !door.ok) throw new Error('no door')
    return [waiting.answer.waiting.map(({ id }) => id), door.answer.waiting]
  }
  expect(await line()).toEqual([[mia.userId], 1])
  await leave(club, mia)
  expect(await line()).toEqual([[], 0])
  await stay(club, await wayBack(club, mia))
  expect(await line()).toEqual([[mia.userId], 1])
})

test('deleted, undone, deleted again: everything is purged on the thirtieth day, and not before', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await salon.post(mia, { text: 'good evening' })
  await insertPhoto(club, mia.userId)
  await leave(club, mia)
  const first = await wayBack(club, mia)
  club.clock.advance({ days: 20 })
  expect(await stay(club, first)).toMatchObject({ ok: true })
  expect(await stay(club, first)).toMatchObject({ code: 'invalid_link' })

  const again = await club.session(mia)
  expect(await leave(club, { ...mia, ...again })).toBe('2026-06-23T20:00:00.000Z')
  const way = await wayBack(club, mia)
  expect(way).not.toBe(first)
  // the day on which the first one would have been purged
  club.clock.advance({ days: 29 })
  await purgeHour(club)
  expect(await isThere(club, mia)).toBe(true)
  expect(await photoFiles(club)).toHaveLength(2)
  club.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
  await purgeHour(club)
  expect(await isThere(club, mia)).toBe(true)
  club.clock.advance({ seconds: 1 })
  expect(await stay(club, way)).toMatchObject({ code: 'invalid_link' })
  await purgeHour(club)
  expect(await isThere(club, mia)).toBe(false)
  expect(await photoFiles(club)).toEqual([])
  expect(await club.db.rows(sql`select user_id from posts`)).toEqual([])
  expect(await club.db.rows(sql`select user_id from tombstones`)).toEqual([{ userId: mia.userId }])
  const mails = await club.mails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [mia.email, 'Your account has been deleted'],
  ])
  expect((await readTraces(club)).map(({ action }) => action)).toEqual([
    'deletion_requested',
    'deletion_undone',
    'deletion_requested',
    'account_purged',
  ])
  // the name is free again, and so is the address
  await club.member({ username: mia.username, email: mia.email })
  expect(await isThere(club, tom)).toBe(true)
})

test('nobody deletes an account from a session that its owner ended while that waited', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await proveSession(club, mia)
  const [deleting] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const asked = club.call(mia, deleteAccount, {})
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from sessions where user_id = ${mia.userId}`)
    return [asked] as const
  })
  expect(await deleting).toMatchObject({ code: 'proof_needed' })
  expect(await club.db.rows(sql`select from account_deletions`)).toEqual([])
  expect(await club.mails()).toEqual([])
})

test('what an owner was to hear of their own safety is not lost with an account that somebody deletes', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await proveSession(club, mia)
  const body = { currentPassword: PASSWORD, password: 'staple battery horse' }
  expect(await club.call(mia, changePassword, { body })).toMatchObject({ ok: true })
  await leave(club, mia)
  const mails = await club.mails()
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
    `${mia.email}: Your account is being deleted`,
    `${mia.email}: Your password was changed`,
  ])
})

test('asked twice at once it is one deletion, with one mail and one way back', async () => {
  await using club = await openClub({ now: NOW })
  const second = await club.secondServer()
  const mia = await club.member()
  const tabs = [mia, await club.session(mia), await club.session(mia)]
  await proveSession(club, mia)
  const responses = await Promise.all(
    tabs.map((tab, at) =>
      club.call(tab, deleteAccount, {}, { url: at % 2 ? second.url : club.url }),
    ),
  )
  const answers = responses.map((one) => (one.ok ? one.answer.purgeAt : one.code))
  expect(answers).toContain('2026-06-03T20:00:00.000Z')
  for (const answer of answers)
    expect(['2026-06-03T20:00:00.000Z', 'not_signed_in', 'proof_needed']).toContain(answer)
  expect(await club.mails()).toHaveLength(1)
  expect(await stay(club, await wayBack(club, mia))).toMatchObject({ ok: true })
  expect(await stay(club, uuid())).toMatchObject({ code: 'invalid_link' })
})
