import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession, setLanguage } from '#contract/accounts/session.ts'
import { createPost } from '#contract/posts/posts.ts'
import { listSubmissions } from '#contract/verification/review.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club, type TestMember } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { makePasskey, usePasskey } from '#testing/fixtures/secondFactor.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-06-15T12:00:00Z'
const https = { now: NOW, config: { secure: true } }

async function signIn(club: Club, { email, userId }: TestMember) {
  const browser = openBrowser(club)
  const loggedIn = await browser.call(logIn, { body: { email, password: PASSWORD } })
  if (!loggedIn.ok) throw new Error(loggedIn.code)
  // as if a second factor had been used: it makes an admin on https
  await club.db.run(sql`update sessions set factor_at = created_at where user_id = ${userId}`)
  return Object.assign(browser, {
    expiresAt: loggedIn.answer.session!.expiresAt,
    cookies: loggedIn.headers.getSetCookie(),
    isIn: async () => (await browser.call(listRooms, {})).ok,
    act: async () => (await browser.call(setLanguage, { body: { language: 'de' } })).ok,
  })
}

test('on https an admin who does nothing for half an hour is signed out', async () => {
  await using club = await openClub(https)
  const admin = await signIn(club, await club.member({ isAdmin: true }))
  expect(admin.expiresAt).toBe('2026-06-15T12:30:00.000Z')
  expect(admin.cookies[0]).toContain('Max-Age=28800;')
  club.clock.advance({ minutes: 29, seconds: 59 })
  expect(await admin.isIn()).toBe(true)
  club.clock.advance({ seconds: 1 })
  expect(await admin.isIn()).toBe(false)
  expect(await admin.call(listSubmissions, { query: {} })).toMatchObject({ code: 'not_signed_in' })
})

test('what an admin does keeps them signed in, what their screens ask for does not', async () => {
  await using club = await openClub(https)
  const admin = await signIn(club, await club.member({ isAdmin: true }))
  club.clock.advance({ minutes: 20 })
  // two at once, of which one alone has an end to move
  const acts: Promise<boolean>[] = []
  await club.db.transaction(async (tx) => {
    await tx.run(sql`select from sessions for update`)
    acts.push(admin.act(), admin.act())
    await untilSomebodyWaits(club, 2)
  })
  expect(await Promise.all(acts)).toEqual([true, true])
  // lists that were told to be out of date, streams that come back
  for (let times = 0; times < 3; times += 1) {
    club.clock.advance({ minutes: 9 })
    expect((await admin.call(listSubmissions, { query: {} })).ok).toBe(true)
    await club.follow(admin).then((stream) => stream.close())
  }
  expect(await admin.isIn()).toBe(true)
  club.clock.advance({ minutes: 3 })
  expect(await admin.isIn()).toBe(false)
})

test('coming back to a tab is an act, and so is a post', async () => {
  await using club = await openClub(https)
  const member = await club.member({ isAdmin: true })
  const room = await club.room()
  await club.join(member, room)
  const admin = await signIn(club, member)
  club.clock.advance({ minutes: 25 })
  expect(await admin.call(getSession, {})).toMatchObject({
    answer: { session: { expiresAt: '2026-06-15T12:55:00.000Z' } },
  })
  club.clock.advance({ minutes: 25 })
  const body = { id: uuid(), text: 'good evening' }
  expect((await admin.call(createPost, { params: { slug: room.slug }, body })).ok).toBe(true)
  club.clock.advance({ minutes: 25 })
  expect(await admin.isIn()).toBe(true)
})

test('after eight hours an admin signs in again, however busy', async () => {
  await using club = await openClub(https)
  const admin = await signIn(club, await club.member({ isAdmin: true }))
  for (let times = 0; times < 23; times += 1) {
    club.clock.advance({ minutes: 20 })
    expect(await admin.act()).toBe(true)
  }
  club.clock.advance({ minutes: 19, seconds: 59 })
  expect(await admin.act()).toBe(true)
  club.clock.advance({ seconds: 1 })
  expect(await admin.act()).toBe(false)
})

test('a session opened before its member became an admin is a short one from then on', async () => {
  await using club = await openClub(https)
  const [mia, tom] = [await club.member(), await club.member()]
  const [fresh, old] = [await signIn(club, mia), await signIn(club, tom)]
  club.clock.advance({ hours: 7, minutes: 59 })
  await club.db.run(sql`insert into user_roles values (${mia.userId}, 'admin')`)
  expect(await fresh.isIn()).toBe(true)
  club.clock.advance({ minutes: 1 })
  expect(await fresh.isIn()).toBe(false)
  // more than eight hours old already
  await club.db.run(sql`insert into user_roles values (${tom.userId}, 'admin')`)
  expect(await old.isIn()).toBe(false)
})

test('members, and admins on this machine, stay for thirty days', async () => {
  await using club = await openClub(https)
  expect((await signIn(club, await club.member())).expiresAt).toBe('2026-07-15T12:00:00.000Z')
  await using local = await openClub({ now: NOW })
  const admin = await signIn(local, await local.member({ isAdmin: true }))
  expect(admin.expiresAt).toBe('2026-07-15T12:00:00.000Z')
  local.clock.advance({ days: 29 })
  expect(await admin.isIn()).toBe(true)
})

test('when somebody of the staff signs in is on record, by which way too; of members it is nobody’s business', async () => {
  await using club = await openClub(https)
  const [admin, moderator] = [
    await club.member({ isAdmin: true }),
    await club.member({ isModerator: true }),
  ]
  for (const { email } of [admin, moderator, await club.member()])
    await club.call(null, logIn, { body: { email, password: PASSWORD } })
  const wrong = { email: admin.email, password: 'not the password' }
  await club.call(null, logIn, { body: wrong })
  await proveSession(club, admin)
  const { authenticator } = await makePasskey(club, admin)
  const before = (await readTraces(club)).filter(
    ({ action }) => action !== 'staff_signed_in',
  ).length
  expect(await usePasskey(openBrowser(club), authenticator)).toMatchObject({ ok: true })
  const signedIn = (await readTraces(club)).filter(({ action }) => action === 'staff_signed_in')
  const by = (actorId: string, factor: boolean) => ({
    action: 'staff_signed_in',
    actorId,
    subjectId: null,
    details: { factor },
  })
  expect(signedIn).toEqual([
    by(admin.userId, false),
    by(moderator.userId, false),
    by(admin.userId, true),
  ])
  expect((await readTraces(club)).length).toBe(before + signedIn.length)
})
