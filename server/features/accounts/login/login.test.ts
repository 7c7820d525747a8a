import { expect, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { getSession, logOut } from '#contract/accounts/session.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { signUp } from '#contract/admission/signup.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

const NOW = '2026-06-15T12:00:00Z'
const WRONG = 'battery horse correct'
const codes = (results: { ok: boolean }[]) =>
  results.map((result) => ('code' in result ? result.code : 'ok'))
const outcome = (result: object) => ({ ...result, headers: undefined })

test('a member logs in with the address in any case and gets a cookie no script can read', async () => {
  await using club = await openClub({ now: NOW })
  const { username } = await club.member({ email: 'mia@example.org' })
  const browser = openBrowser(club)
  const loggedIn = await browser.call(logIn, {
    body: { email: ' MIA@example.org ', password: PASSWORD },
  })
  expect(loggedIn).toMatchObject({ answer: { session: { username, email: 'mia@example.org' } } })
  const cookies = loggedIn.headers.getSetCookie()
  expect(cookies[0]).toMatch(
    /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(cookies[1]).toMatch(
    /^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await browser.call(getSession, {})).toMatchObject({ answer: { session: { username } } })
})

test('on https the session cookie is Secure and bound to the host', async () => {
  await using club = await openClub({ config: { secure: true } })
  const { email } = await club.member()
  const loggedIn = await club.call(null, logIn, { body: { email, password: PASSWORD } })
  expect(loggedIn.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; Path=\/;.*Secure/)
})

test('unknown address, wrong password and unconfirmed address get the same answer', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const known = await club.member()
  const unconfirmed = await club.member({ isConfirmed: false })
  const answers = await Promise.all(
    [known.email, unconfirmed.email, 'nobody@example.org'].map((email) =>
      club.call(null, logIn, { body: { email, password: WRONG } }),
    ),
  )
  for (const answer of answers)
    expect(outcome(answer)).toEqual({
      ok: false,
      status: 401,
      code: 'invalid_credentials',
      body: { code: 'invalid_credentials' },
      headers: undefined,
    })
})

test('only the right password learns that the address is not confirmed', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { email } = await club.member({ isConfirmed: false })
  const refused = await club.call(null, logIn, { body: { email, password: PASSWORD } })
  expect(refused).toMatchObject({ status: 403, code: 'email_not_confirmed' })
  expect(refused.headers.getSetCookie()).toEqual([])
})

test('a suspended member logs in, reads until when and why, and nothing else', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member({ suspendedUntil: '2026-06-20T00:00:00Z' })
  const browser = openBrowser(club)
  const suspension = { until: '2026-06-20T00:00:00.000Z', reason: 'A test of patience.' }
  expect(await browser.call(logIn, { body: { email, password: PASSWORD } })).toMatchObject({
    answer: { session: { suspension } },
  })
  expect(await browser.call(listRooms, {})).toMatchObject({
    status: 403,
    code: 'suspended',
    body: suspension,
  })
  club.clock.set('2026-06-20T00:00:01Z')
  expect(await browser.call(getSession, {})).toMatchObject({
    answer: { session: { suspension: null } },
  })
})

test('log-in makes a new token, whatever the browser brought, and ends the session it replaces', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const planted = 'p'.repeat(43)
  const victim = openBrowser(club, `session=${planted}; device=${planted}`)
  await victim.call(logIn, { body: { email, password: PASSWORD } })
  const first = victim.cookie
  expect(first).not.toContain(planted)
  await victim.call(logIn, { body: { email, password: PASSWORD } })
  expect(victim.cookie).not.toBe(first)
  expect(await club.call({ cookie: first }, getSession, {})).toMatchObject({
    answer: { session: null },
  })
})

test('a log-in under way with a password that is being changed gets no session', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const request = { body: { email: mia.email, password: PASSWORD } }
  let loggingIn: ReturnType<typeof club.call<typeof logIn>> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`update users set password_hash = 'changed' where id = ${mia.userId}`)
    loggingIn = club.call(null, logIn, request)
    // it has checked the old password and waits for this transaction
    await untilSomebodyWaits(club)
  })
  expect(await loggingIn).toMatchObject({ code: 'invalid_credentials' })
})

test('neither session nor device can be taken from the database', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const browser = openBrowser(club)
  await browser.call(
    logIn,
    { body: { email, password: PASSWORD } },
    { headers: { 'user-agent': 'x'.repeat(300) } },
  )
  const stored = await club.db.rows<{ row: string; bytes: string }>(sql`
    select s::text as row, encode(s.token_hash, 'escape') as bytes from sessions s
    union all select d::text, encode(d.token_hash, 'escape') from known_devices d`)
  for (const pair of browser.cookie.split('; '))
    expect(JSON.stringify(stored)).not.toContain(pair.split('=')[1])
  expect(JSON.stringify(stored)).toContain('x'.repeat(255))
  expect(JSON.stringify(stored)).not.toContain('x'.repeat(256))
})

test('an account takes ten tries in fifteen minutes, even if fifty come at once; so does an unknown one', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 1 } })
  const { email } = await club.member()
  for (const address of [email, 'nobody@example.org']) {
    const tries = await Promise.all(
      Array.from({ length: 25 }, () =>
        club.call(null, logIn, { body: { email: address, password: WRONG } }),
      ),
    )
    expect(codes(tries).filter((code) => code === 'invalid_credentials')).toHaveLength(10)
    const refused = tries.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('900')
  }
  club.clock.advance({ minutes: 15 })
  expect(codes([await club.call(null, logIn, { body: { email, password: PASSWORD } })])).toEqual([
    'ok',
  ])
})

test('attackers cannot lock an owner out of a device that signed in before', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  const request = { body: { email, password: PASSWORD } }
  const own = openBrowser(club)
  await own.call(logIn, request)
  await own.call(logOut, {})
  for (let i = 0; i < 10; i += 1) await countAttempt(club.app, club.db, 'logInPerAccount', email)

  expect(codes([await club.call(null, logIn, request)])).toEqual(['too_many_attempts'])
  const stranger = { cookie: 'device=' + 'd'.repeat(43) }
  expect(codes([await club.call(stranger, logIn, request)])).toEqual(['too_many_attempts'])
  expect(codes([await own.call(logIn, request)])).toEqual(['ok'])
})

test('a device that is known for one account is a stranger to another, and has fifty tries', async () => {
  await using club = await openClub({
    now: NOW,
    config: { trustedProxies: parseNetworks(['127.0.0.1']) },
  })
  const mia = await club.member()
  const tom = await club.member()
  const browser = openBrowser(club)
  await browser.call(logIn, { body: { email: mia.email, password: PASSWORD } })
  const toms = openBrowser(club)
  const right = { body: { email: tom.email, password: PASSWORD } }
  await toms.call(logIn, right)
  const guess = (email: string, i: number) =>
    browser.call(
      logIn,
      { body: { email, password: WRONG } },
      { headers: { 'x-forwarded-for': `192.0.2.${i}` } },
    )
  const tries = await Promise.all(Array.from({ length: 51 }, (_, i) => guess(mia.email, i)))
  expect(codes(tries).filter((code) => code === 'too_many_attempts')).toHaveLength(1)
  const others = await Promise.all(Array.from({ length: 11 }, (_, i) => guess(tom.email, i)))
  expect(codes(others).filter((code) => code === 'too_many_attempts')).toHaveLength(1)
  expect(codes([await toms.call(logIn, right)])).toEqual(['ok'])
})

test('logging in with the right password gives the tries back', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  for (let i = 0; i < 12; i += 1) {
    const loggedIn = await club.call(null, logIn, { body: { email, password: PASSWORD } })
    expect(codes([loggedIn])).toEqual(['ok'])
  }
})

/** Tries a wrong password for an account of that number, behind a proxy that names the visitor so. */
const guessing = (club: Club) => (i: number, address: string) =>
  club.call(
    null,
    logIn,
    { body: { email: `${i}@example.org`, password: WRONG } },
    { headers: { 'x-forwarded-for': address } },
  )

test('an address takes fifty tries, whatever accounts it tries; another address is not touched', async () => {
  const config = { trustedProxies: parseNetworks(['127.0.0.1']) }
  await using club = await openClub({ now: NOW, config })
  const guess = guessing(club)
  const tries = await Promise.all(Array.from({ length: 55 }, (_, i) => guess(i, '192.0.2.1')))
  expect(codes(tries).filter((code) => code === 'invalid_credentials')).toHaveLength(50)
  expect(codes([await guess(99, '192.0.2.2')])).toEqual(['invalid_credentials'])
  expect(codes([await guess(99, '192.0.2.2, 192.0.2.1')])).toEqual(['too_many_attempts'])
})

test('visitors are told apart also where the proxy writes the port they came from', async () => {
  const config = { trustedProxies: parseNetworks(['127.0.0.1']) }
  await using club = await openClub({ now: NOW, config })
  const guess = guessing(club)
  const tries = await Promise.all(
    Array.from({ length: 52 }, (_, i) => guess(i, `203.0.113.20:${52_100 + i}`)),
  )
  expect(codes(tries).filter((code) => code === 'too_many_attempts')).toHaveLength(2)
  for (const [i, address] of ['203.0.113.21:40000', '[2001:db8::3]:443'].entries())
    expect(codes([await guess(90 + i, address)])).toEqual(['invalid_credentials'])
})

test('limits hold over a restart and in every process', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  for (let i = 0; i < 10; i += 1) await club.call(null, logIn, { body: { email, password: WRONG } })
  const { url } = await club.secondServer()
  const refused = await club.call(null, logIn, { body: { email, password: PASSWORD } }, { url })
  expect(refused).toMatchObject({ code: 'too_many_attempts' })
})

test('an address is one address, however its domain is written', async () => {
  await using club = await openClub({ now: NOW })
  const { body } = newcomer({ email: 'Mia@Müller-Test.de' })
  expect(codes([await club.call(null, signUp, { body })])).toEqual(['ok'])
  for (const email of ['mia@xn--mller-test-9db.de', 'MIA@mu\u0308ller-test.DE.']) {
    const loggedIn = await club.call(null, logIn, { body: { email, password: body.password } })
    expect(loggedIn).toMatchObject({
      answer: { session: { email: 'mia@xn--mller-test-9db.de' } },
    })
    const again = await club.call(null, signUp, newcomer({ email }))
    expect(again).toMatchObject({ code: 'email_exists' })
  }
  await club.call(null, requestPasswordReset, { body: { email: 'mia@müller-test.de' } })
  expect((await club.mails()).map(({ to }) => to)).toContain('mia@xn--mller-test-9db.de')
})

test.each([
  "Mia Muster <mia.o'neil@example.org>",
  "<mia.o'neil@example.org>",
  "mailto:mia.o'neil@example.org",
  "mia.o'neil@example.org;",
  'mia.o’neil@example.org',
])('an address is one as phones type and mail programs copy it: %s', async (typed) => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member({ email: "mia.o'neil@example.org" })
  const body = { email: typed, password: PASSWORD }
  expect(await club.call(null, logIn, { body })).toMatchObject({ answer: { session: { email } } })
})
