import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { MEMBER_HEADER } from '#server/platform/http/access.ts'
import { createPost } from '#contract/posts/posts.ts'
import { getSession, logOut, logOutEverywhere, setLanguage } from '#contract/accounts/session.ts'
import { retention } from '#contract/privacy/retention.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'
import { withoutClocks } from '#testing/club/clocks.ts'

const NOW = '2026-06-15T12:00:00Z'
/** Days a session lasts unused. */
const UNUSED = retention.loginCookies.amount

test('a visitor learns about the club and of no session', async () => {
  await using club = await openClub({ now: NOW, config: { clubName: 'Salon' } })
  expect(await club.call(null, getSession, {})).toMatchObject({
    answer: {
      session: null,
      recovery: false,
      refreshed: false,
      club: {
        name: 'Salon',
        defaultLanguage: 'mul',
        emailConfirmation: 'off',
        admission: 'open',
        now: '2026-06-15T12:00:00.000Z',
      },
    },
  })
})

test('a visitor learns whether an address has to be confirmed', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  expect(await club.call(null, getSession, {})).toMatchObject({
    answer: { club: { emailConfirmation: 'required' } },
  })
})

test('the day on which somebody was last here is kept, of coming in and of looking in again', async () => {
  await using club = await openClub({ now: NOW })
  const { email, userId } = await club.member()
  const browser = openBrowser(club)
  const lastSeen = async () =>
    (
      await club.db.row<{ day: string }>(sql`
        select last_seen_on::text as day from users where id = ${userId}`)
    )?.day
  club.clock.advance({ days: 1 })
  await browser.call(logIn, { body: { email, password: PASSWORD } })
  expect(await lastSeen()).toBe('2026-06-16')
  club.clock.advance({ days: 3 })
  await browser.call(getSession, {})
  expect(await lastSeen()).toBe('2026-06-19')
})

test('a request a moment after another writes nothing, and gets no new token', async () => {
  // two minutes before midnight in Berlin
  await using club = await openClub({ now: '2026-06-15T21:58:00Z' })
  const mia = await club.member()
  const lastSeen = () =>
    club.db.row(sql`select last_seen_on::text as day from users where id = ${mia.userId}`)
  const browser = openBrowser(club)
  await browser.call(logIn, { body: { email: mia.email, password: PASSWORD } })
  expect(await lastSeen()).toEqual({ day: '2026-06-15' })
  club.clock.advance({ minutes: 4 })
  const looked = await browser.call(getSession, {})
  expect(looked).toMatchObject({ answer: { session: { userId: mia.userId } } })
  expect(looked.headers.getSetCookie()).toEqual([])
  expect(await lastSeen()).toEqual({ day: '2026-06-15' })
  club.clock.advance({ minutes: 1 })
  expect((await browser.call(getSession, {})).headers.getSetCookie()).toHaveLength(1)
  expect(await lastSeen()).toEqual({ day: '2026-06-16' })
})

test('an invented or broken cookie is nobody', async () => {
  await using club = await openClub()
  for (const cookie of ['session=', 'session=x', `session=${'a'.repeat(5000)}`, 'recovery=y']) {
    expect(await club.call({ cookie }, getSession, {})).toMatchObject({
      answer: { session: null, recovery: false },
    })
    expect(await club.call({ cookie }, listRooms, {})).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    })
  }
})

test('a session ends when it is unused for as long as a log-in cookie lasts, and moves on while it is used', async () => {
  await using club = await openClub({ now: NOW })
  const browser = openBrowser(club, (await club.member()).cookie)
  const isSignedIn = async () => {
    const response = await browser.call(getSession, {})
    return response.ok && response.answer.session !== null
  }
  for (let i = 0; i < 4; i += 1) {
    club.clock.advance({ days: UNUSED - 1 })
    expect(await isSignedIn()).toBe(true)
  }
  club.clock.advance({ days: UNUSED, seconds: 1 })
  expect(await isSignedIn()).toBe(false)
})

test('however it is used, a session ends half a year after it began', async () => {
  await using club = await openClub({ now: NOW })
  const browser = openBrowser(club, (await club.member()).cookie)
  const session = async () => {
    const response = await browser.call(getSession, {})
    return response.ok && response.answer.session
  }
  for (let i = 0; i < 8; i += 1) {
    club.clock.advance({ days: 22 })
    expect(await session()).not.toBeNull()
  }
  expect(await session()).toMatchObject({ expiresAt: '2026-12-12T12:00:00.000Z' })
  club.clock.advance({ days: 4 })
  expect(await session()).toBeNull()
})

test('after a day the token is exchanged; the old one is good for a minute more', async () => {
  await using club = await openClub({ now: NOW })
  const old = await club.member()
  const browser = openBrowser(club, old.cookie)
  club.clock.advance({ hours: 23 })
  expect(await browser.call(getSession, {})).toMatchObject({ answer: { refreshed: false } })
  expect(browser.cookie).toBe(old.cookie)
  club.clock.advance({ hours: 2 })
  expect(await browser.call(getSession, {})).toMatchObject({
    answer: { refreshed: true, session: { expiresAt: '2026-07-16T13:00:00.000Z' } },
  })
  expect(browser.cookie).not.toBe(old.cookie)

  club.clock.advance({ seconds: 59 })
  expect((await club.call(old, listRooms, {})).ok).toBe(true)
  club.clock.advance({ seconds: 2 })
  expect(await club.call(old, listRooms, {})).toMatchObject({ code: 'not_signed_in' })
  expect((await browser.call(listRooms, {})).ok).toBe(true)
})

test('requests at the same time, and one whose answer was lost, are given the same next token', async () => {
  await using club = await openClub({ now: NOW })
  const old = await club.member()
  club.clock.advance({ days: 2 })
  const tabs = Array.from({ length: 20 }, () => openBrowser(club, old.cookie))
  const responses = await Promise.all(tabs.map((tab) => tab.call(getSession, {})))
  expect(responses.every((result) => result.ok && result.answer.session !== null)).toBe(true)
  const late = openBrowser(club, old.cookie)
  club.clock.advance({ seconds: 30 })
  await late.call(getSession, {})
  expect(new Set([...tabs, late].map((tab) => tab.cookie)).size).toBe(1)
  expect(late.cookie).not.toBe(old.cookie)
  expect((await late.call(listRooms, {})).ok).toBe(true)
})

test('logging out ends the session for good: its cookie is worth nothing afterwards', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const browser = openBrowser(club)
  await browser.call(logIn, { body: { email, password: PASSWORD } })
  const stolen = { cookie: browser.cookie }
  const done = await browser.call(logOut, {})
  expect(done).toMatchObject({ answer: { done: true } })
  // and of photos the browser kept nothing is left, as of what else it keeps nothing is taken
  expect(done.headers.get('clear-site-data')).toBe('"cache"')
  expect(browser.has('session')).toBe(false)
  expect(await club.call(stolen, listRooms, {})).toMatchObject({ code: 'not_signed_in' })
  expect((await club.call(null, logOut, {})).ok).toBe(true)
})

test('logging out everywhere ends every session of the member and nobody else’s', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const phone = await club.session(mia)
  const tom = await club.member()
  expect((await club.call(mia, logOutEverywhere, {})).ok).toBe(true)
  for (const device of [mia, phone])
    expect(await club.call(device, listRooms, {})).toMatchObject({ code: 'not_signed_in' })
  expect((await club.call(tom, listRooms, {})).ok).toBe(true)
  expect(await club.call(null, logOutEverywhere, {})).toMatchObject({ code: 'not_signed_in' })
})

test.each([
  ['logging out', logOut],
  ['logging out everywhere', logOutEverywhere],
])('%s ends the open streams at once, in every process', async (_, end) => {
  await using club = await withoutClocks(openClub)
  const mia = await club.member()
  const { url } = await withoutClocks(() => club.secondServer())
  const streams = [await club.follow(mia), await club.follow(mia, url)]
  await Promise.all(streams.map((stream) => stream.next('ready')))
  await club.call(mia, end, {})
  await Promise.all(streams.map((stream) => stream.closed))
})

test('what a tab does for one member is not done by another who is signed in by then', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben] = [await club.member(), await club.member()]
  const room = await club.room()
  await club.join(ben, room)
  const say = (as: TestMember | null, forWhom: TestMember) =>
    club.call(
      as,
      createPost,
      { params: { slug: room.slug }, body: { id: uuid(), text: 'Only Mia says that.' } },
      { headers: { [MEMBER_HEADER]: forWhom.userId } },
    )
  expect(await say(ben, mia)).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await say(null, mia)).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await say(ben, ben)).toMatchObject({ ok: true })
  expect(await club.db.rows(sql`select user_id from posts`)).toEqual([{ userId: ben.userId }])
})

test('the language chosen stays with the account', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await club.call(mia, setLanguage, { body: { language: 'de' } })
  expect(await club.call(await club.session(mia), getSession, {})).toMatchObject({
    answer: { session: { language: 'de' } },
  })
  expect(await club.call(mia, setLanguage, { body: { language: 'fr' as never } })).toMatchObject({
    code: 'invalid_input',
  })
})

test('cleaning up forgets what has run out, and only that', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  await club.call(null, logIn, { body: { email, password: PASSWORD } })
  await club.call(null, logIn, { body: { email: 'nobody@example.org', password: PASSWORD } })
  const left = async () => {
    await club.app.jobs.send(club.db, 'clean_up', {})
    await club.app.jobs.drain()
    return club.db.row(sql`
      select (select count(*) from sessions) as sessions, (select count(*) from attempts) as attempts,
        (select count(*) from known_devices) as devices`)
  }
  expect(await left()).toEqual({ sessions: 2, attempts: 3, devices: 1 })
  club.clock.advance({ minutes: 15 })
  expect(await left()).toEqual({ sessions: 2, attempts: 0, devices: 1 })
  club.clock.advance({ days: UNUSED })
  expect(await left()).toEqual({ sessions: 0, attempts: 0, devices: 1 })
  club.clock.advance({ days: 181 - UNUSED })
  expect(await left()).toEqual({ sessions: 0, attempts: 0, devices: 0 })
})
