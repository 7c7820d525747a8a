import { expect, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import {
  endMemberSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from '#contract/accounts/security.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { insertMailed } from '#testing/authorisation/standings.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { askToMove, confirmMove, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { withoutClocks } from '#testing/club/clocks.ts'

const NOW = '2026-06-15T12:00:00Z'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')
type As = { cookie: string }

async function signIn(club: Club, email: string, userAgent: string) {
  const browser = openBrowser(club)
  const body = { email, password: PASSWORD }
  const opened = await browser.call(logIn, { body }, { headers: { 'user-agent': userAgent } })
  if (!opened.ok) throw new Error(opened.code)
  return browser
}
const listed = async (club: Club, as: As) => {
  const answer = await club.call(as, listSessions, {})
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer.sessions
}
const end = async (club: Club, as: As, sessionId: string) =>
  codeOf(await club.call(as, endSession, { params: { sessionId } }))

test('a member sees where they are signed in: this browser first, then by last use, and no place', async () => {
  await using club = await openClub({ now: NOW })
  const { email, cookie } = await club.member()
  await club.member()
  club.clock.advance({ minutes: 1 })
  const desk = await signIn(club, email, FIREFOX)
  club.clock.advance({ minutes: 1 })
  await signIn(club, email, IPHONE)
  expect(await listed(club, desk)).toEqual([
    {
      id: expect.any(String),
      browser: 'firefox',
      system: 'linux',
      createdAt: '2026-06-15T12:01:00.000Z',
      lastUsedAt: '2026-06-15T12:01:00.000Z',
      isThis: true,
    },
    expect.objectContaining({ browser: 'safari', system: 'ios', isThis: false }),
    expect.objectContaining({ browser: 'other', system: 'other', isThis: false }),
  ])
  const others = await listed(club, { cookie })
  expect(others.map(({ isThis }) => isThis)).toEqual([true, false, false])
  expect(others.map(({ system }) => system)).toEqual(['other', 'ios', 'linux'])
  club.clock.advance({ days: 30 })
  expect(codeOf(await club.call(desk, listSessions, {}))).toBe('not_signed_in')
})

test('one session is ended at once, on its open streams too, in every process', async () => {
  await using club = await withoutClocks(openClub)
  const mia = await club.member()
  const [phone, tablet] = [await club.session(mia), await club.session(mia)]
  const { url } = await withoutClocks(() => club.secondServer())
  const streams = [await club.follow(phone), await club.follow(phone, url)]
  await Promise.all(streams.map((stream) => stream.next('ready')))
  const keptStream = await club.follow(tablet)
  await keptStream.next('ready')
  let isOver = false
  void keptStream.closed.then(() => (isOver = true))
  expect(await end(club, mia, phone.sessionId)).toBe('ok')
  await Promise.all(streams.map(({ closed }) => closed))
  expect(codeOf(await club.call(phone, listRooms, {}))).toBe('not_signed_in')
  expect(codeOf(await club.call(phone, listRooms, {}, { url }))).toBe('not_signed_in')
  expect(codeOf(await club.call(tablet, listRooms, {}))).toBe('ok')
  expect(isOver).toBe(false)
  expect(await end(club, mia, phone.sessionId)).toBe('PGRST116')
})

test("another member's session, an invented one and what is no id are not found", async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  expect(await end(club, mia, tom.sessionId)).toBe('PGRST116')
  expect(await end(club, mia, uuid())).toBe('PGRST116')
  expect(await end(club, mia, 'mine')).toBe('invalid_input')
  expect(codeOf(await club.call(tom, listRooms, {}))).toBe('ok')
})

test('ending the session one is in signs out like logging out', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const browser = await signIn(club, mia.email, FIREFOX)
  await browser.call(endSession, { params: { sessionId: mia.sessionId } })
  expect(browser.has('session')).toBe(true)
  const sessionId = (await listed(club, browser)).find(({ isThis }) => isThis)?.id ?? ''
  expect(codeOf(await browser.call(endSession, { params: { sessionId } }))).toBe('ok')
  expect(browser.has('session')).toBe(false)
})

test('all others are ended in one go: sessions, open streams and opened reset links', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const tom = await club.member()
  const phone = await club.session(mia)
  const stream = await club.follow(phone)
  await club.session(mia)
  const reset = openBrowser(club)
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  const token = (await club.mails()).at(-1)?.text.match(/#token=([\w-]+)/)?.[1] ?? ''
  await reset.call(openRecovery, { body: { token } })

  expect(await club.call(mia, endOtherSessions, {})).toMatchObject({ answer: { ended: 2 } })
  await stream.closed
  expect(codeOf(await club.call(mia, listRooms, {}))).toBe('ok')
  expect(codeOf(await club.call(phone, listRooms, {}))).toBe('not_signed_in')
  expect(codeOf(await club.call(tom, listRooms, {}))).toBe('ok')
  expect(codeOf(await reset.call(setPassword, { body: { password: 'staple battery' } }))).toBe(
    'not_signed_in',
  )
  expect(await club.call(mia, endOtherSessions, {})).toMatchObject({ answer: { ended: 0 } })
})

test('of browsers that end each other at once, one is left', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const all = [mia, await club.session(mia), await club.session(mia), await club.session(mia)]
  await Promise.all(all.map((as) => club.call(as, endOtherSessions, {})))
  const still = await Promise.all(all.map((as) => club.call(as, listRooms, {})))
  expect(still.filter(({ ok }) => ok)).toHaveLength(1)
})

test("an admin with a fresh proof ends a member's sessions; the member is told, and it is on record", async () => {
  await using club = await openClub({ now: NOW })
  const [admin, mia] = [await club.member({ isAdmin: true }), await club.member()]
  const stream = await club.follow(mia)
  const endAll = (as: As, userId: string) =>
    club.call(as, endMemberSessions, { params: { userId } })
  expect(codeOf(await endAll(admin, mia.userId))).toBe('proof_needed')
  await proveSession(club, admin)
  const reset = openBrowser(club)
  const token = await insertMailed(club, 'reset', mia)
  expect(codeOf(await reset.call(openRecovery, { body: { token } }))).toBe('ok')
  expect(codeOf(await endAll(admin, uuid()))).toBe('PGRST116')
  expect(await endAll(admin, mia.userId)).toMatchObject({ answer: { ended: 1 } })
  // sent again after an answer that was lost
  expect(await endAll(admin, mia.userId)).toMatchObject({ answer: { ended: 0 } })
  await stream.closed
  expect(codeOf(await club.call(mia, listRooms, {}))).toBe('not_signed_in')
  const set = await reset.call(setPassword, { body: { password: 'staple battery horse' } })
  expect(codeOf(set)).toBe('not_signed_in')
  expect((await club.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [mia.email, 'You were logged out'],
  ])
  expect(codeOf(await endAll(await club.session(mia), admin.userId))).toBe('42501')
  expect((await readTraces(club)).filter(({ action }) => action === 'sessions_ended')).toEqual([
    {
      action: 'sessions_ended',
      actorId: admin.userId,
      subjectId: mia.userId,
      details: { ended: 1 },
    },
  ])
})

test('an admin who ends a member’s sessions ends the change of address that was asked for in one of them', async () => {
  await using club = await openClub({ now: NOW })
  const [admin, mia] = [await club.member({ isAdmin: true }), await club.member()]
  await askToMove(club, mia, 'elsewhere@example.org')
  const token = await readMailedToken(club, 'elsewhere@example.org', 'email')
  await proveSession(club, admin)
  const ended = await club.call(admin, endMemberSessions, { params: { userId: mia.userId } })
  expect(codeOf(ended)).toBe('ok')
  expect(codeOf(await confirmMove(club, token))).toBe('invalid_link')
})
