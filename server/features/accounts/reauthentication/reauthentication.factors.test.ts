import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import {
  addPasskey,
  removePasskey,
  removeTotp,
  startPasskey,
  startPasskeyProof,
} from '#contract/accounts/secondFactor.ts'
import { prove } from '#contract/accounts/security.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import {
  expectAnswer,
  createAuthenticator,
  computeTotpCode,
  resultCode,
  makePasskey,
  proveByPasskey,
  signInBrowser,
  turnOnTotp,
} from '#testing/fixtures/secondFactor.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

const NOW = '2026-06-15T12:00:00Z'
const password = { body: { password: PASSWORD } }
const isProved = async (browser: Awaited<ReturnType<typeof signInBrowser>>) =>
  resultCode(await browser.call(startPasskey, {})) !== 'proof_needed'

test('an account with a second factor proves itself by that, and no longer by the password', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  const { secret, recoveryCodes } = await turnOnTotp(club, browser)
  const { authenticator } = await makePasskey(club, browser)
  const ways = [
    () => browser.call(prove, { body: { code: computeTotpCode(secret, club.app.now()) } }),
    () => browser.call(prove, { body: { code: recoveryCodes[0]! } }),
    () => proveByPasskey(club, browser, authenticator),
  ]
  for (const way of ways) {
    club.clock.advance({ minutes: 11 })
    expect(resultCode(await browser.call(prove, password))).toBe('invalid_credentials')
    expect(await isProved(browser)).toBe(false)
    const { until } = expectAnswer(await way())
    expect(Date.parse(until) - club.app.now().getTime()).toBe(600_000)
    expect(await isProved(browser)).toBe(true)
  }
  // each was good once
  club.clock.advance({ minutes: 11 })
  expect(resultCode(await browser.call(prove, { body: { code: recoveryCodes[0]! } }))).toBe(
    'invalid_code',
  )
})

test('what other sessions proved by the password ends with the first factor', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const [one, other] = [await signInBrowser(club, mia), await signInBrowser(club, mia)]
  const { secret } = await turnOnTotp(club, one)
  expect(await isProved(other)).toBe(false)
  expect(resultCode(await other.call(removeTotp, {}))).toBe('proof_needed')
  expect(await isProved(one)).toBe(true)
  club.clock.advance({ minutes: 1 })
  const code = computeTotpCode(secret, club.app.now())
  expect(resultCode(await other.call(prove, { body: { code } }))).toBe('ok')
  expect(resultCode(await other.call(removeTotp, {}))).toBe('ok')
  // without a factor the password is enough again
  club.clock.advance({ minutes: 11 })
  expect(resultCode(await one.call(prove, password))).toBe('ok')
})

test('an act under way when the first factor is added does not go on by what the password proved', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const thief = await signInBrowser(club, mia)
  const { challengeId, options } = expectAnswer(await thief.call(startPasskey, {}))
  const credential = createAuthenticator(club).create(options)
  let adding: ReturnType<typeof thief.call<typeof addPasskey>> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
    adding = thief.call(addPasskey, { body: { challengeId, credential, name: 'x' } })
    // it has passed its first check and waits for this transaction
    await untilSomebodyWaits(club)
    await tx.run(sql`update sessions set proved_at = null where user_id = ${mia.userId}`)
  })
  expect(resultCode(await adding!)).toBe('proof_needed')
})

test('a proof by passkey is by one of the account, answering what it was asked, once', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [
    await signInBrowser(club, await club.member()),
    await signInBrowser(club, await club.member()),
  ]
  expect(resultCode(await mia.call(startPasskeyProof, {}))).toBe('no_factor')
  const { authenticator, result } = await makePasskey(club, mia)
  const { authenticator: other } = await makePasskey(club, tom)
  club.clock.advance({ minutes: 11 })
  expect(resultCode(await proveByPasskey(club, mia, other))).toBe('passkey_invalid')
  expect(resultCode(await proveByPasskey(club, mia, createAuthenticator(club)))).toBe(
    'passkey_invalid',
  )
  const framed = { isFramed: true }
  expect(resultCode(await proveByPasskey(club, mia, authenticator, framed))).toBe('passkey_invalid')

  const { challengeId, options } = expectAnswer(await mia.call(startPasskeyProof, {}))
  const passkey = { challengeId, credential: authenticator.get(options) }
  // somebody else's challenge is nobody's
  expect(resultCode(await tom.call(prove, { body: { passkey } }))).toBe('passkey_invalid')
  expect(resultCode(await mia.call(prove, { body: { passkey } }))).toBe('ok')
  expect(resultCode(await mia.call(prove, { body: { passkey } }))).toBe('passkey_invalid')

  const params = { passkeyId: expectAnswer(result).passkey.id }
  expect(resultCode(await mia.call(removePasskey, { params }))).toBe('ok')
  expect(resultCode(await mia.call(startPasskeyProof, {}))).toBe('no_factor')
})

test('codes are not tried for ever, and a right one resets the count', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  const { secret } = await turnOnTotp(club, browser)
  club.clock.advance({ minutes: 1 })
  const wrong = () => browser.call(prove, { body: { code: '000000' } })
  for (let i = 0; i < 9; i += 1) expect(resultCode(await wrong())).toBe('invalid_code')
  const right = { body: { code: computeTotpCode(secret, club.app.now()) } }
  expect(resultCode(await browser.call(prove, right))).toBe('ok')
  for (let i = 0; i < 10; i += 1) expect(resultCode(await wrong())).toBe('invalid_code')
  expect(resultCode(await wrong())).toBe('too_many_attempts')
  // what one tries is nobody else’s
  const tom = await signInBrowser(club, await club.member())
  const theirs = await turnOnTotp(club, tom)
  club.clock.advance({ minutes: 1 })
  const code = computeTotpCode(theirs.secret, club.app.now())
  expect(resultCode(await tom.call(prove, { body: { code } }))).toBe('ok')
})

test('the first proof by a factor brings a new token, and the old one is soon worth nothing', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const [one, other] = [await signInBrowser(club, mia), await signInBrowser(club, mia)]
  const third = await signInBrowser(club, mia)
  const { secret } = await turnOnTotp(club, one)
  const { authenticator } = await makePasskey(club, one)
  const byPasskey = await proveByPasskey(club, third, authenticator)
  expect(byPasskey.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=/)])
  const before = other.cookie
  club.clock.advance({ minutes: 1 })
  await other.call(prove, { body: { code: computeTotpCode(secret, club.app.now()) } })
  expect(other.cookie).not.toBe(before)
  expect(resultCode(await other.call(listRooms, {}))).toBe('ok')
  club.clock.advance({ minutes: 1 })
  const old = await club.call({ cookie: before }, getSession, {})
  expect(expectAnswer(old).session).toBeNull()
  expect(expectAnswer(await other.call(getSession, {})).session).not.toBeNull()
})
