import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import {
  logInWithFactor,
  startPasskeyProof,
  startSecondFactor,
} from '#contract/accounts/secondFactor.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import {
  expectAnswer,
  computeTotpCode,
  resultCode,
  signInWithoutFactor,
  makePasskey,
  signInBrowser,
  turnOnTotp,
  typeCode,
} from '#testing/fixtures/secondFactor.ts'
import { rates } from '#contract/limits.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { insertMailed } from '#testing/authorisation/standings.ts'

const NOW = '2026-06-15T12:00:00Z'
const WRONG = '000000'

/** A member with an authenticator app, some time after it was turned on. */
async function withTotp(club: Club) {
  const mia = await club.member()
  const { secret, recoveryCodes } = await turnOnTotp(club, await signInBrowser(club, mia))
  club.clock.advance({ hours: 1 })
  return { mia, recoveryCodes, code: () => computeTotpCode(secret, club.app.now()) }
}

test('after the password a second factor is asked for, and only then is there a session', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  const browser = openBrowser(club)
  const half = await browser.call(logIn, { body: { email: mia.email, password: PASSWORD } })
  expect(expectAnswer(half)).toEqual({ session: null, factors: ['totp', 'recovery_code'] })
  expect(half.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^pending=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const done = await typeCode(browser, code())
  expect(expectAnswer(done).session).toMatchObject({ userId: mia.userId })
  expect([browser.has('session'), browser.has('device'), browser.has('pending')]).toEqual([
    true,
    true,
    false,
  ])
})

test('a passkey is a second factor, too, of the account whose password was typed', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const session = await signInBrowser(club, mia)
  const { authenticator } = await makePasskey(club, session)
  const { authenticator: other } = await makePasskey(club, await signInBrowser(club, tom))
  const browser = await signInWithoutFactor(club, mia)
  const answerWith = async (key: typeof authenticator) => {
    const { challengeId, options } = expectAnswer(await browser.call(startSecondFactor, {}))
    const passkey = { challengeId, credential: key.get(options) }
    return browser.call(logInWithFactor, { body: { passkey } })
  }
  expect(resultCode(await answerWith(other))).toBe('passkey_invalid')
  // nor does a challenge count that was given for a proof
  const { challengeId, options } = expectAnswer(await session.call(startPasskeyProof, {}))
  const proof = { challengeId, credential: authenticator.get(options) }
  const tried = await browser.call(logInWithFactor, { body: { passkey: proof } })
  expect(resultCode(tried)).toBe('passkey_invalid')
  expect(expectAnswer(await answerWith(authenticator)).session).toMatchObject({
    userId: mia.userId,
  })
})

test('the right password waits ten minutes, in its browser alone, and for one log-in', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  const browser = await signInWithoutFactor(club, mia)
  const before = browser.cookie
  for (const stranger of [openBrowser(club), openBrowser(club, `pending=${'p'.repeat(43)}`)]) {
    expect(resultCode(await typeCode(stranger, code()))).toBe('log_in_expired')
    expect(resultCode(await stranger.call(startSecondFactor, {}))).toBe('log_in_expired')
  }
  club.clock.advance({ minutes: 9, seconds: 59 })
  expect(resultCode(await typeCode(browser, code()))).toBe('ok')
  club.clock.advance({ seconds: -30 })
  expect(resultCode(await typeCode(openBrowser(club, before), code()))).toBe('log_in_expired')

  const late = await signInWithoutFactor(club, mia)
  club.clock.advance({ minutes: 10 })
  expect(resultCode(await typeCode(late, code()))).toBe('log_in_expired')
  await club.app.jobs.drain()
})

test('it waits no longer once the password was changed, or its owner left', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  const first = await signInWithoutFactor(club, mia)
  const { userId } = mia
  await club.db.run(sql`
    update users set password_hash = reverse(reverse(password_hash)) where id = ${userId}`)
  expect(resultCode(await typeCode(first, code()))).toBe('log_in_expired')

  const second = await signInWithoutFactor(club, mia)
  const at = club.app.now().toISOString()
  await club.db.run(
    sql`insert into account_deletions values (${userId}, ${at}, ${at}, null, 'asked')`,
  )
  expect(resultCode(await typeCode(second, code()))).toBe('log_in_expired')
  const again = { body: { email: mia.email, password: PASSWORD } }
  expect(resultCode(await club.call(null, logIn, again))).toBe('account_leaving')
  const wrong = { body: { email: mia.email, password: 'battery horse correct' } }
  expect(resultCode(await club.call(null, logIn, wrong))).toBe('invalid_credentials')
})

test('a password reset does not go round the second factor', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  const browser = openBrowser(club)
  await browser.call(openRecovery, { body: { token: await insertMailed(club, 'reset', mia) } })
  const password = 'staple battery horse'
  expect(resultCode(await browser.call(setPassword, { body: { password } }))).toBe('ok')
  const half = expectAnswer(await browser.call(logIn, { body: { email: mia.email, password } }))
  expect(half.session).toBeNull()
  expect(resultCode(await typeCode(browser, WRONG))).toBe('invalid_code')
  expect(resultCode(await typeCode(browser, code()))).toBe('ok')
})

test('ten wrong codes are enough, even at once, and the owner is told that somebody has the password', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  const attacker = await signInWithoutFactor(club, mia)
  const tries = await Promise.all(Array.from({ length: 25 }, () => typeCode(attacker, WRONG)))
  expect(tries.filter((tried) => resultCode(tried) === 'invalid_code')).toHaveLength(10)
  expect(tries.filter((tried) => resultCode(tried) === 'too_many_attempts')).toHaveLength(15)
  // the password again brings no new tries
  expect(resultCode(await typeCode(await signInWithoutFactor(club, mia), code()))).toBe(
    'too_many_attempts',
  )
  const texts = (await club.mails()).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('several wrong codes'))).toHaveLength(1)
  club.clock.advance({ minutes: 15 })
  expect(resultCode(await typeCode(await signInWithoutFactor(club, mia), code()))).toBe('ok')
})

test('each owner whose codes are tried is mailed, but not after a single typo', async () => {
  await using club = await openClub({ now: NOW })
  const members = [await withTotp(club), await withTotp(club)]
  const readMails = async () =>
    (await club.mails()).filter(({ text }) => text.includes('several wrong codes'))
  const attackers = await Promise.all(members.map(({ mia }) => signInWithoutFactor(club, mia)))
  const guess = () => Promise.all(attackers.map((attacker) => typeCode(attacker, WRONG)))
  for (let i = 1; i < rates.secondFactor.max; i += 1) await guess()
  expect(await readMails()).toEqual([])
  await guess()
  expect((await readMails()).map(({ to }) => to).toSorted()).toEqual(
    members.map(({ mia }) => mia.email).toSorted(),
  )
})

test('the right code gives the tries back', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  for (let round = 0; round < 2; round += 1) {
    const browser = await signInWithoutFactor(club, mia)
    for (let i = 1; i < rates.secondFactor.max; i += 1) await typeCode(browser, WRONG)
    expect(resultCode(await typeCode(browser, code()))).toBe('ok')
    club.clock.advance({ minutes: 1 })
  }
})

test('wrong codes do not use up the passkey, which is asked for so often', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { authenticator } = await makePasskey(club, await signInBrowser(club, mia))
  const browser = await signInWithoutFactor(club, mia)
  for (let i = 0; i < rates.secondFactor.max; i += 1)
    expect(resultCode(await typeCode(browser, WRONG))).toBe('invalid_code')
  expect(resultCode(await typeCode(browser, WRONG))).toBe('too_many_attempts')
  const { challengeId, options } = expectAnswer(await browser.call(startSecondFactor, {}))
  const passkey = { challengeId, credential: authenticator.get(options) }
  const responses = await Promise.all(
    Array.from({ length: rates.passkeyChallenge.max }, () => browser.call(startSecondFactor, {})),
  )
  expect(responses.map(resultCode).filter((code) => code !== 'ok')).toEqual(['too_many_attempts'])
  expect(resultCode(await browser.call(logInWithFactor, { body: { passkey } }))).toBe('ok')
})

test('two right codes typed at once in one browser open one session', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, recoveryCodes } = await withTotp(club)
  const browser = await signInWithoutFactor(club, mia)
  const { cookie } = browser
  const both: ReturnType<typeof typeCode>[] = []
  await club.db.transaction(async (tx) => {
    await tx.run(sql`select from pending_log_ins for update`)
    for (const code of recoveryCodes.slice(0, 2))
      both.push(typeCode(openBrowser(club, cookie), code))
    await untilSomebodyWaits(club, 2)
  })
  expect((await Promise.all(both)).map(resultCode).toSorted()).toEqual(['log_in_expired', 'ok'])
})

test('attackers who know the password cannot lock the owner out of a device that signed in before', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, code } = await withTotp(club)
  const own = await signInWithoutFactor(club, mia)
  await typeCode(own, code())
  const attacker = await signInWithoutFactor(club, mia)
  for (let i = 0; i < 10; i += 1) await typeCode(attacker, WRONG)
  expect(resultCode(await typeCode(attacker, WRONG))).toBe('too_many_attempts')

  club.clock.advance({ minutes: 1 })
  await own.call(logIn, { body: { email: mia.email, password: PASSWORD } })
  expect(resultCode(await typeCode(own, code()))).toBe('ok')
})

test('wrong codes at a device of one member take nothing from another at theirs', async () => {
  await using club = await openClub({ now: NOW })
  const members = [await withTotp(club), await withTotp(club)]
  const devices = await Promise.all(members.map(({ mia }) => signInWithoutFactor(club, mia)))
  for (const [n, device] of devices.entries()) await typeCode(device, members[n]!.code())
  club.clock.advance({ minutes: 1 })
  for (const [n, device] of devices.entries())
    await device.call(logIn, { body: { email: members[n]!.mia.email, password: PASSWORD } })
  for (let i = 0; i < rates.secondFactor.max; i += 1) await typeCode(devices[0]!, WRONG)
  expect(resultCode(await typeCode(devices[0]!, members[0]!.code()))).toBe('too_many_attempts')
  expect(resultCode(await typeCode(devices[1]!, members[1]!.code()))).toBe('ok')
})

test('neither what waits nor what was asked stays in the database beyond its time', async () => {
  await using club = await openClub({ now: NOW })
  const { mia } = await withTotp(club)
  const browser = await signInWithoutFactor(club, mia)
  await browser.call(startSecondFactor, {})
  const rows = () =>
    club.db.row(sql`
      select (select count(*)::int from pending_log_ins) as pending,
        (select count(*)::int from passkey_challenges) as challenges`)
  const stored = JSON.stringify(
    await club.db.rows(sql`select encode(token_hash, 'escape') as hash from pending_log_ins`),
  )
  expect(stored).not.toContain(browser.cookie.split('pending=')[1])
  expect(await rows()).toEqual({ pending: 1, challenges: 1 })
  club.clock.advance({ minutes: 11 })
  await club.app.jobs.send(club.app.db, 'clean_up', {})
  await club.app.jobs.drain()
  expect(await rows()).toEqual({ pending: 0, challenges: 0 })
})
