import { expect, test } from 'vitest'
import { logOutEverywhere } from '#contract/accounts/session.ts'
import {
  addPasskey,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogIn,
} from '#contract/accounts/secondFactor.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Authenticator, Twist } from '#testing/fixtures/authenticator.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  expectAnswer,
  createAuthenticator,
  resultCode,
  makePasskey,
  signInBrowser,
  usePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { insertLeaving } from '#testing/privacy/leaving.ts'

const NOW = '2026-06-15T12:00:00Z'
const namesOf = async (club: Club) =>
  (await club.db.rows<{ name: string }>(sql`select name from passkeys order by name`)).map(
    ({ name }) => name,
  )

test('a member adds a passkey, gets recovery codes this once, and signs in with it alone', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { challengeId, options } = expectAnswer(await browser.call(startPasskey, {}))
  expect(options).toMatchObject({
    rp: { id: '127.0.0.1', name: 'Parlour' },
    user: { name: mia.email, displayName: mia.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  const authenticator = createAuthenticator(club)
  const credential = authenticator.create(options)
  const body = { challengeId, credential, name: '  Mein Telefon ' }
  const added = expectAnswer(await browser.call(addPasskey, { body }))
  expect(added.passkey).toMatchObject({ name: 'Mein Telefon', lastUsedAt: null })
  expect(added.recoveryCodes).toHaveLength(10)

  const elsewhere = openBrowser(club)
  const { session } = expectAnswer(await usePasskey(elsewhere, authenticator))
  expect(session).toMatchObject({ userId: mia.userId })
  expect(elsewhere.has('session')).toBe(true)

  const second = await makePasskey(club, browser, { name: 'My key' })
  expect(expectAnswer(second.result).recoveryCodes).toBeNull()
})

test('the challenge to sign in says nothing of anybody', async () => {
  await using club = await openClub({ now: NOW })
  const { options } = expectAnswer(await club.call(null, startPasskeyLogIn, {}))
  expect(Object.keys(options)).toEqual([
    'rpId',
    'challenge',
    'allowCredentials',
    'timeout',
    'userVerification',
  ])
  expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
})

const dishonest: [string, Twist][] = [
  ['of another origin', { origin: 'https://parlour.example' }],
  ['for another site', { rpId: 'parlour.example' }],
  ['of an authenticator nobody unlocked', { isVerified: false }],
  ["from within another page's frame", { isFramed: true }],
  ['to a challenge the club never gave', { challenge: 'AAAA' }],
]

test('no passkey is made by an answer from elsewhere, or to something else', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  for (const [how, twist] of [
    ...dishonest,
    ['of the other ceremony', { type: 'webauthn.get' }] as const,
    ['with a certificate of its maker', { format: 'fido-u2f' }] as const,
  ]) {
    const { result } = await makePasskey(club, browser, { twist })
    expect([how, resultCode(result)]).toEqual([how, 'passkey_invalid'])
  }
  expect(await namesOf(club)).toEqual([])
})

test('nobody signs in by an answer from elsewhere, or to something else', async () => {
  await using club = await openClub({ now: NOW })
  const { authenticator } = await makePasskey(club, await signInBrowser(club, await club.member()))
  // once more, so that the count can go back
  expect(resultCode(await usePasskey(openBrowser(club), authenticator))).toBe('ok')
  const browser = openBrowser(club)
  for (const [how, twist] of [
    ...dishonest,
    ['of the other ceremony', { type: 'webauthn.create' }] as const,
    ["with another account's handle", { userHandle: 'AAAA' }] as const,
    ['whose count went back', { count: 1 }] as const,
    ['whose count stood still', { count: 2 }] as const,
  ]) {
    const tried = await usePasskey(browser, authenticator, twist)
    expect([how, resultCode(tried)]).toEqual([how, 'passkey_invalid'])
  }
  expect(browser.has('session')).toBe(false)
  expect(resultCode(await usePasskey(browser, authenticator))).toBe('ok')
})

test('an answer is good once, and for five minutes', async () => {
  await using club = await openClub({ now: NOW })
  const { authenticator } = await makePasskey(club, await signInBrowser(club, await club.member()))
  const ask = async () => expectAnswer(await club.call(null, startPasskeyLogIn, {}))
  const first = await ask()
  const credential = authenticator.get(first.options)
  const body = { challengeId: first.challengeId, credential }
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => club.call(null, logInWithPasskey, { body })),
  )
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  expect(resultCode(await club.call(null, logInWithPasskey, { body }))).toBe('passkey_invalid')

  for (const [minutes, outcome] of [
    [4, 'ok'],
    [5, 'passkey_invalid'],
  ] as const) {
    const { challengeId, options } = await ask()
    club.clock.advance({ minutes })
    const late = { challengeId, credential: authenticator.get(options) }
    expect(resultCode(await club.call(null, logInWithPasskey, { body: late }))).toBe(outcome)
  }
})

test('a challenge is good for whom and for what it was given, and nothing else', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [
    await signInBrowser(club, await club.member()),
    await signInBrowser(club, await club.member()),
  ]
  const given = expectAnswer(await mia.call(startPasskey, {}))
  const stolen = createAuthenticator(club).create(given.options)
  const body = { challengeId: given.challengeId, credential: stolen, name: 'x' }
  expect(resultCode(await tom.call(addPasskey, { body }))).toBe('passkey_invalid')
  // it is still its owner's
  expect(resultCode(await mia.call(addPasskey, { body }))).toBe('ok')

  const toLogIn = expectAnswer(await club.call(null, startPasskeyLogIn, {}))
  const other = { ...given.options, challenge: toLogIn.options['challenge'] }
  const made = createAuthenticator(club).create(other)
  const swapped = { challengeId: toLogIn.challengeId, credential: made, name: 'x' }
  expect(resultCode(await tom.call(addPasskey, { body: swapped }))).toBe('passkey_invalid')
})

test('a passkey that was removed opens nothing, and nobody removes or renames those of others', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  const tom = await signInBrowser(club, await club.member())
  const { authenticator, result } = await makePasskey(club, browser)
  const params = { passkeyId: expectAnswer(result).passkey.id }
  const renamed = { params, body: { name: 'My\nkey' } }
  expect(resultCode(await tom.call(removePasskey, { params }))).toBe('PGRST116')
  expect(resultCode(await tom.call(renamePasskey, renamed))).toBe('PGRST116')
  expect(resultCode(await browser.call(renamePasskey, renamed))).toBe('ok')
  // on one line
  expect(await namesOf(club)).toEqual(['My key'])
  expect(resultCode(await browser.call(removePasskey, { params }))).toBe('ok')
  expect(resultCode(await usePasskey(openBrowser(club), authenticator))).toBe('passkey_invalid')
  expect(resultCode(await browser.call(removePasskey, { params }))).toBe('PGRST116')
})

test('a passkey opens no account that goes or is not confirmed, and only an unlocked one is told so', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben, tom] = [
    await club.member(),
    await club.member({ isConfirmed: false }),
    await club.member(),
  ]
  const keys: Authenticator[] = []
  for (const one of [mia, ben, tom]) {
    await proveSession(club, one)
    keys.push((await makePasskey(club, one)).authenticator)
  }
  await insertLeaving(club, mia)
  const mails: string[][] = []
  for (const [emailConfirmation, isVerified] of [
    ['off', true],
    ['required', true],
    ['required', false],
  ] as const) {
    club.config.emailConfirmation = emailConfirmation
    const codes: string[] = []
    for (const key of keys)
      codes.push(resultCode(await usePasskey(openBrowser(club), key, { isVerified })))
    mails.push(codes)
  }
  expect(mails).toEqual([
    ['account_leaving', 'ok', 'ok'],
    ['account_leaving', 'email_not_confirmed', 'ok'],
    ['passkey_invalid', 'passkey_invalid', 'passkey_invalid'],
  ])
})

test('a passkey that is removed while it signs in opens nothing', async () => {
  await using club = await openClub({ now: NOW })
  const { authenticator } = await makePasskey(club, await signInBrowser(club, await club.member()))
  let signingIn: ReturnType<typeof usePasskey> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`delete from passkeys`)
    signingIn = usePasskey(openBrowser(club), authenticator)
    await untilSomebodyWaits(club)
  })
  expect(resultCode(await signingIn!)).toBe('passkey_invalid')
})

test('an account has ten passkeys at most, however many are added at once', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  for (let i = 0; i < 8; i += 1) await makePasskey(club, browser, { name: `Key ${i}` })
  const begun = await Promise.all(Array.from({ length: 5 }, () => browser.call(startPasskey, {})))
  const added = await Promise.all(
    begun.map(expectAnswer).map(({ challengeId, options }) => {
      const credential = createAuthenticator(club).create(options)
      return browser.call(addPasskey, { body: { challengeId, credential, name: 'Another' } })
    }),
  )
  expect(added.map(resultCode).toSorted()).toEqual([
    'ok',
    'ok',
    'passkey_limit_reached',
    'passkey_limit_reached',
    'passkey_limit_reached',
  ])
  expect(resultCode(await browser.call(startPasskey, {}))).toBe('passkey_limit_reached')
})

test('the same key is not registered twice, not even for somebody else', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [
    await signInBrowser(club, await club.member()),
    await signInBrowser(club, await club.member()),
  ]
  const { authenticator } = await makePasskey(club, mia)
  for (const somebody of [mia, tom]) {
    const { result } = await makePasskey(club, somebody, { authenticator })
    expect(resultCode(result)).toBe('passkey_invalid')
  }
  expect(await namesOf(club)).toHaveLength(1)
})

test('adding and removing ask for a fresh proof', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  const { result } = await makePasskey(club, browser)
  const params = { passkeyId: expectAnswer(result).passkey.id }
  const begun = expectAnswer(await browser.call(startPasskey, {}))
  club.clock.advance({ minutes: 10, seconds: 1 })
  const credential = createAuthenticator(club).create(begun.options)
  const body = { challengeId: begun.challengeId, credential, name: 'x' }
  expect(resultCode(await browser.call(startPasskey, {}))).toBe('proof_needed')
  expect(resultCode(await browser.call(addPasskey, { body }))).toBe('proof_needed')
  expect(resultCode(await browser.call(removePasskey, { params }))).toBe('proof_needed')
})

test('whatever is sent instead of an answer is refused as one', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  const { authenticator } = await makePasskey(club, browser)
  const { options } = expectAnswer(await club.call(null, startPasskeyLogIn, {}))
  const { id } = authenticator.get(options)
  for (const credential of [
    {},
    { id },
    { id, rawId: id, type: 'public-key', response: {} },
    { id: 7, rawId: 7, response: null },
    { id: { toString: 1 } },
    { id, response: { userHandle: { toString: 1 } } },
    { id, response: { clientDataJSON: { toString: 1 } } },
    { id, rawId: id, type: 'public-key', response: { clientDataJSON: 'bnVsbA' } },
  ]) {
    const { challengeId } = expectAnswer(await club.call(null, startPasskeyLogIn, {}))
    const tried = await club.call(null, logInWithPasskey, { body: { challengeId, credential } })
    expect(resultCode(tried)).toBe('passkey_invalid')
    const adding = expectAnswer(await browser.call(startPasskey, {}))
    const body = { challengeId: adding.challengeId, credential, name: 'x' }
    expect(resultCode(await browser.call(addPasskey, { body }))).toBe('passkey_invalid')
  }
})

test('passkeys stay when every session ends', async () => {
  await using club = await openClub({ now: NOW })
  const browser = await signInBrowser(club, await club.member())
  const { authenticator } = await makePasskey(club, browser)
  await browser.call(logOutEverywhere, {})
  expect(resultCode(await usePasskey(browser, authenticator))).toBe('ok')
})
