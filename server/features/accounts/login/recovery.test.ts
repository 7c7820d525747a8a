import { expect, test } from 'vitest'
import { logIn, requestPasswordReset, resendConfirmation } from '#contract/accounts/auth.ts'
import { getSession, logOut, logOutEverywhere, setLanguage } from '#contract/accounts/session.ts'
import { rates } from '#contract/limits.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { undoEmailChange } from '#contract/accounts/security.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { askToMove, confirmMove, move, readMailedToken } from '#testing/fixtures/emailChange.ts'
import {
  computeTotpCode,
  makePasskey,
  signInBrowser,
  turnOnTotp,
  typeCode,
  usePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { withoutClocks } from '#testing/club/clocks.ts'
import { rawLine } from '#testing/club/rawLine.ts'

const NOW = '2026-06-15T12:00:00Z'
const NEXT = 'staple battery horse'
const codes = (results: { ok: boolean }[]) =>
  results.map((result) => ('code' in result ? result.code : 'ok'))

/** Asks for the mail and reads the token out of its link. */
async function mailedToken(club: Club, email: string): Promise<string> {
  await club.call(null, requestPasswordReset, { body: { email } })
  const links = (await club.mails()).map(({ text }) => /\/reset-password#token=([\w-]+)/.exec(text))
  return links.findLast(Boolean)?.[1] ?? ''
}

/** A browser that opened a reset link. */
async function recovering(club: Club, email: string) {
  const browser = openBrowser(club)
  const token = await mailedToken(club, email)
  const opened = await browser.call(openRecovery, { body: { token } })
  expect(opened.ok).toBe(true)
  return browser
}

test('a forgotten password is reset by a mailed link', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await recovering(club, mia.email)
  expect(await browser.call(getSession, {})).toMatchObject({
    answer: { recovery: true, recoveryEmail: mia.email, session: null },
  })
  expect((await browser.call(setPassword, { body: { password: NEXT } })).ok).toBe(true)
  expect(await browser.call(getSession, {})).toMatchObject({
    answer: { recovery: false, recoveryEmail: null },
  })

  const logInWith = (password: string) =>
    club.call(null, logIn, { body: { email: mia.email, password } })
  expect(codes([await logInWith(PASSWORD), await logInWith(NEXT)])).toEqual([
    'invalid_credentials',
    'ok',
  ])
})

test('asking for a reset answers the same for every address and mails only owners', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const answers = await Promise.all(
    [email.toUpperCase(), 'nobody@example.org'].map((address) =>
      club.call(null, requestPasswordReset, { body: { email: address } }),
    ),
  )
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, answer: { done: true } })
  expect((await club.mails()).map(({ to }) => to)).toEqual([email])
})

test('the link works once, for sixty minutes', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  const token = await mailedToken(club, email)
  const open = (body = { token }) => club.call(null, openRecovery, { body })
  const both = await Promise.all([open(), open()])
  expect(new Set(codes(both))).toEqual(new Set(['ok', 'invalid_link']))
  expect(await open()).toMatchObject({ status: 422, code: 'invalid_link' })

  const second = await mailedToken(club, email)
  club.clock.advance({ minutes: 60 })
  expect(codes([await open({ token: second })])).toEqual(['invalid_link'])
  expect(codes([await open({ token: 'a'.repeat(43) })])).toEqual(['invalid_link'])
})

test('a mail scanner that follows the link uses nothing up', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const token = await mailedToken(club, email)
  await fetch(`${club.url}/reset-password#token=${token}`)
  await fetch(`${club.url}/api/auth/recovery?token=${token}`)
  expect((await club.call(null, openRecovery, { body: { token } })).ok).toBe(true)
})

test('a recovery session lasts sixty minutes and can do nothing but set the password', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  const browser = await recovering(club, email)
  for (const refused of [
    await browser.call(listRooms, {}),
    await browser.call(setLanguage, { body: { language: 'de' } }),
  ])
    expect(refused).toMatchObject({ status: 401, code: 'not_signed_in' })
  club.clock.advance({ minutes: 60 })
  expect(await browser.call(setPassword, { body: { password: NEXT } })).toMatchObject({
    code: 'not_signed_in',
  })
})

test('leaving the browser, or all of them, ends what the mailed link opened, and nobody else’s', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const sets = async ({ cookie }: { cookie: string }) =>
    codes([await club.call({ cookie }, setPassword, { body: { password: NEXT } })])
  const left = await recovering(club, mia.email)
  const keptBrowser = { cookie: left.cookie }
  expect((await left.call(logOut, {})).ok).toBe(true)
  expect(left.has('recovery')).toBe(false)
  expect(await sets(keptBrowser)).toEqual(['not_signed_in'])

  const [hers, his] = [await recovering(club, mia.email), await recovering(club, tom.email)]
  const here = openBrowser(club, mia.cookie)
  expect((await here.call(logOutEverywhere, {})).ok).toBe(true)
  expect(here.has('session')).toBe(false)
  expect(await sets(hers)).toEqual(['not_signed_in'])
  expect(await sets(his)).toEqual(['ok'])
})

test('a recovery session sets a password once', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const { cookie } = await recovering(club, email)
  const set = (password: string) => club.call({ cookie }, setPassword, { body: { password } })
  const both = await Promise.all([set(NEXT), set('another fine password')])
  expect(new Set(codes(both))).toEqual(new Set(['ok', 'not_signed_in']))
  expect(codes([await set(NEXT)])).toEqual(['not_signed_in'])
})

test('whose account goes while their new password arrives is not signed in', async () => {
  await using club = await openClub({ now: NOW })
  const { email, userId } = await club.member()
  const { cookie } = await recovering(club, email)
  const { host, port } = new URL(club.url)
  const body = JSON.stringify({ password: NEXT })
  using line = rawLine(Number(port))
  line.say(
    `POST ${setPassword.path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${club.url}\r\n` +
      `cookie: ${cookie}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await expect.poll(() => line.heard()).toContain('100 Continue')
  await club.call(null, getSession, {})
  await club.db.run(sql`delete from users where id = ${userId}`)
  line.say(body)
  await expect.poll(() => line.heard()).toMatch(/HTTP\/1\.1 [2-5]/)
  expect(line.heard()).toContain('401 Unauthorized')
  await expect.poll(() => line.heard()).toContain('"code":"not_signed_in"')
})

test('setting the password ends every session and every other link, and mails the owner', async () => {
  await using club = await withoutClocks(() => openClub({ now: NOW }))
  const mia = await club.member()
  const stream = await club.follow(mia)
  await stream.next('ready')
  const other = await mailedToken(club, mia.email)
  const thief = await recovering(club, mia.email)
  await askToMove(club, mia, 'thief@example.org')
  const moving = await readMailedToken(club, 'thief@example.org', 'email')
  const browser = await recovering(club, mia.email)
  await browser.call(setPassword, { body: { password: NEXT } })
  await stream.closed

  expect(await club.call(mia, listRooms, {})).toMatchObject({ code: 'not_signed_in' })
  expect(codes([await club.call(null, openRecovery, { body: { token: other } })])).toEqual([
    'invalid_link',
  ])
  expect(codes([await confirmMove(club, moving)])).toEqual(['invalid_link'])
  const theirs = { body: { password: 'another fine password' } }
  expect(codes([await thief.call(setPassword, theirs)])).toEqual(['not_signed_in'])
  expect(browser.has('recovery')).toBe(false)
  const mailFound = (await club.mails()).find(({ subject }) => /was changed/.test(subject))
  expect(mailFound?.to).toBe(mia.email)
})

test('six and seven characters pass the field’s rule, and the server refuses them all the same', async () => {
  await using club = await openClub()
  const mia = await club.member({ username: 'Nachtfalter' })
  const browser = await recovering(club, mia.email)
  const set = (password: string) => browser.call(setPassword, { body: { password } })
  expect(await set('k3%vQ')).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'password', message: 'reset_password_too_short' }] },
  })
  for (const password of ['k3%vQz', 'k3%vQz!', 'password1', 'Nachtfalter1', mia.email])
    expect(await set(password)).toMatchObject({ status: 422, code: 'weak_password' })
  expect(await set('🌙'.repeat(101))).toMatchObject({ code: 'invalid_input' })

  const long = '🌙'.repeat(99)
  expect((await set(`${long}🌞`)).ok).toBe(true)
  const attempts = [`${long}🌚`, `${long}🌞`].map((password) =>
    club.call(null, logIn, { body: { email: mia.email, password } }),
  )
  expect(codes(await Promise.all(attempts))).toEqual(['invalid_credentials', 'ok'])
})

test('a signed-in member changes the password with the current one, and only with it', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const set = (body: { password: string; currentPassword?: string }) =>
    club.call(mia, setPassword, { body })
  expect(await set({ password: NEXT })).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'currentPassword', message: 'current_password_required' }] },
  })
  expect(await set({ password: NEXT, currentPassword: 'a wrong password' })).toMatchObject({
    status: 401,
    code: 'invalid_credentials',
  })
  expect(await set({ password: 'short12', currentPassword: PASSWORD })).toMatchObject({
    code: 'weak_password',
  })
  expect((await set({ password: NEXT, currentPassword: PASSWORD })).ok).toBe(true)
  expect(await club.call(mia, listRooms, {})).toMatchObject({ code: 'not_signed_in' })
  expect((await club.mails()).map(({ to }) => to)).toEqual([mia.email])
  expect(await club.call(null, setPassword, { body: { password: NEXT } })).toMatchObject({
    code: 'not_signed_in',
  })
})

test('a stolen session guesses the current password ten times in fifteen minutes', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const tries = await Promise.all(
    Array.from({ length: 15 }, (_, i) =>
      club.call(mia, setPassword, {
        body: { password: NEXT, currentPassword: `a wrong password ${i}` },
      }),
    ),
  )
  expect(codes(tries).filter((code) => code === 'invalid_credentials')).toHaveLength(10)
  expect(codes(tries).filter((code) => code === 'too_many_attempts')).toHaveLength(5)
})

test('a browser somebody is signed in on sets whose password it was asked to', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const token = await mailedToken(club, mia.email)
  const logInAs = async ({ email }: { email: string }, password: string) =>
    (await club.call(null, logIn, { body: { email, password } })).ok
  const browser = openBrowser(club, tom.cookie)
  await browser.call(openRecovery, { body: { token } })
  // by the current password one’s own, by the link alone the link’s
  const own = { body: { password: 'another fine password', currentPassword: PASSWORD } }
  const before = browser.cookie
  expect((await browser.call(setPassword, own)).ok).toBe(true)
  expect(await logInAs(tom, 'another fine password')).toBe(true)
  expect(await logInAs(mia, PASSWORD)).toBe(true)
  const again = await club.session(tom)
  const recovery = /recovery=[^;]+/.exec(before)![0]
  const both = openBrowser(club, `${again.cookie}; ${recovery}`)
  expect((await both.call(setPassword, { body: { password: NEXT } })).ok).toBe(true)
  expect(await logInAs(mia, NEXT)).toBe(true)
  expect(await logInAs(tom, 'another fine password')).toBe(true)
})

test('a password that was changed meanwhile is no current one', async () => {
  await using club = await openClub()
  const mia = await club.member()
  let setting: ReturnType<typeof club.call<typeof setPassword>> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`update users set password_hash = 'changed' where id = ${mia.userId}`)
    setting = club.call(mia, setPassword, { body: { password: NEXT, currentPassword: PASSWORD } })
    await untilSomebodyWaits(club)
  })
  expect(await setting).toMatchObject({ code: 'invalid_credentials' })
})

test('a reset is asked for five times an hour per address, known or not, even if fifty come at once', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  for (const address of [email, 'nobody@example.org']) {
    const tries = await Promise.all(
      Array.from({ length: 50 }, () =>
        club.call(null, requestPasswordReset, { body: { email: address } }),
      ),
    )
    expect(codes(tries).filter((code) => code === 'ok')).toHaveLength(5)
    expect(tries.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('3600')
  }
  expect(await club.mails()).toHaveLength(5)
})

test.each([
  ['a reset', requestPasswordReset, rates.resetPerAddress.max],
  ['another confirmation', resendConfirmation, rates.resendPerAddress.max],
])(
  '%s can be requested by one range of addresses only so often, for all recipients together',
  async (_, asked, max) => {
    const trustedProxies = parseNetworks(['127.0.0.1'])
    await using club = await openClub({ now: NOW, config: { isLocal: false, trustedProxies } })
    const ask = (n: number, address: string) =>
      club.call(
        null,
        asked,
        { body: { email: `somebody${n}@example.org` } },
        { headers: { 'x-forwarded-for': address } },
      )
    const tries = await Promise.all(
      Array.from({ length: max + 5 }, (_, n) => ask(n, `2001:db8::${n + 1}`)),
    )
    expect(codes(tries).filter((code) => code === 'ok')).toHaveLength(max)
    expect(codes(tries).filter((code) => code === 'too_many_attempts')).toHaveLength(5)
    const [queued] = await club.db.rows<{ count: number }>(
      sql`select count(*) from pgboss.job where name in ('mail_reset', 'mail_confirmation')`,
    )
    expect(queued?.count).toBe(max)
    expect(codes([await ask(99, '2001:db8:0:1::1')])).toEqual(['ok'])
    club.clock.advance({ minutes: 60 })
    expect(codes([await ask(100, '2001:db8::1')])).toEqual(['ok'])
  },
)

test('a reset proves the address, so that its owner can take over what others signed up with it', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { email } = await club.member({ isConfirmed: false })
  const browser = await recovering(club, email)
  await browser.call(setPassword, { body: { password: NEXT } })
  expect((await browser.call(logIn, { body: { email, password: NEXT } })).ok).toBe(true)
})

test('a reset takes no second factor away, also from an account made before addresses were confirmed', async () => {
  await using club = await openClub()
  const mia = await club.member({ isConfirmed: false })
  await proveSession(club, mia)
  const { authenticator } = await makePasskey(club, mia)
  await club.mails()
  club.config.emailConfirmation = 'required'
  const browser = await recovering(club, mia.email)
  await browser.call(setPassword, { body: { password: NEXT } })
  const body = { email: mia.email, password: NEXT }
  expect(await browser.call(logIn, { body })).toMatchObject({
    answer: { factors: ['passkey', 'recovery_code'] },
  })
  expect(codes([await usePasskey(openBrowser(club), authenticator)])).toEqual(['ok'])
})

test.each(['isAdmin', 'isModerator'])(
  'a reset takes no second factor away from staff either (%s)',
  async (role) => {
    await using club = await openClub({ now: NOW, config: { secure: true } })
    const staff = await club.member({ [role]: true })
    const { secret } = await turnOnTotp(club, await signInBrowser(club, staff))
    const browser = await recovering(club, staff.email)
    expect(codes([await browser.call(setPassword, { body: { password: NEXT } })])).toEqual(['ok'])
    const body = { email: staff.email, password: NEXT }
    expect(await browser.call(logIn, { body })).toMatchObject({
      answer: { session: null, factors: ['totp', 'recovery_code'] },
    })
    expect(await browser.call(getSession, {})).toMatchObject({ answer: { session: null } })
    club.clock.advance({ seconds: 30 })
    await typeCode(browser, computeTotpCode(secret, club.app.now()))
    expect(await browser.call(getSession, {})).toMatchObject({
      answer: { session: { [role]: true } },
    })
  },
)

test.each(['a reset', 'an undone change of address'] as const)(
  '%s that commits meanwhile is not overwritten by somebody with the former password',
  async (way) => {
    await using club = await openClub()
    const mia = await club.member()
    const thief = await club.session(mia)
    const undo = way === 'a reset' ? null : await move(club, mia, 'thief@example.org')
    const owner = undo ? openBrowser(club) : await recovering(club, mia.email)
    const both: Promise<{ ok: boolean }>[] = []
    await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
      both.push(
        undo
          ? owner.call(undoEmailChange, { body: { token: undo } })
          : owner.call(setPassword, { body: { password: NEXT } }),
      )
      await untilSomebodyWaits(club)
      const body = { password: 'burglar crowbar night', currentPassword: PASSWORD }
      both.push(club.call(thief, setPassword, { body }))
      await untilSomebodyWaits(club, 2)
    })
    expect(codes(await Promise.all(both))).toEqual(['ok', 'not_signed_in'])
    // what an undone change opened is still good for a new password
    if (undo) await owner.call(setPassword, { body: { password: NEXT } })
    const body = { email: mia.email, password: NEXT }
    expect(codes([await club.call(null, logIn, { body })])).toEqual(['ok'])
  },
)

test('a member who just set the password by mail can log in, attackers or not, from a known browser', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  club.clock.advance({ days: 20 })
  const thief = openBrowser(club)
  await thief.call(logIn, { body: { email, password: PASSWORD } })
  const browser = await recovering(club, email)
  await browser.call(setPassword, { body: { password: NEXT } })
  for (let i = 0; i < 10; i += 1) await countAttempt(club.app, club.db, 'logInPerAccount', email)
  const body = { email, password: NEXT }
  expect((await browser.call(logIn, { body })).ok).toBe(true)
  expect(codes([await thief.call(logIn, { body })])).toEqual(['too_many_attempts'])
  const news = (await club.mails()).filter(({ subject }) => subject === 'New login')
  expect(news).toHaveLength(1)
})
