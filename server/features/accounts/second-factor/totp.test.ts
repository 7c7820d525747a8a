import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { confirmTotp, removeTotp, startTotp } from '#contract/accounts/secondFactor.ts'
import { prove } from '#contract/accounts/security.ts'
import { rates } from '#contract/limits.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import {
  expectAnswer,
  computeTotpCode,
  makePasskey,
  resultCode,
  signInWithoutFactor,
  signInBrowser,
  turnOnTotp,
  typeCode,
} from '#testing/fixtures/secondFactor.ts'

const NOW = '2026-06-15T12:00:00Z'

/** Whether a code is accepted after the right password. */
const isAccepted = async (club: Club, member: { email: string }, code: string) =>
  resultCode(await typeCode(await signInWithoutFactor(club, member), code))

test('an authenticator app is set up from a QR code, and counts once a code of it was typed', async () => {
  await using club = await openClub({ now: NOW, config: { clubName: 'Salon 5' } })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { secret, uri, qr } = expectAnswer(await browser.call(startTotp, {}))
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const parts = new URL(uri)
  expect(decodeURIComponent(parts.pathname)).toContain(`Salon 5:${mia.email}`)
  expect(parts.searchParams.get('secret')).toBe(secret)
  expect(qr).toEqual(encode(uri, { ecc: 'M', border: 0 }).data)

  // nothing is asked for as long as no code was typed
  expect((await signInBrowser(club, mia)).has('session')).toBe(true)
  for (const code of ['000000', 'ABCDEF', 'ABCD-EFGH-JKLM-NPQR'])
    expect(resultCode(await browser.call(confirmTotp, { body: { code } }))).toBe('invalid_code')
  const code = computeTotpCode(secret, club.app.now())
  const spaced = `${code.slice(0, 3)} ${code.slice(3)} `
  const added = expectAnswer(await browser.call(confirmTotp, { body: { code: spaced } }))
  expect(added.recoveryCodes).toHaveLength(10)
  for (const again of [code, '000000'])
    expect(resultCode(await browser.call(confirmTotp, { body: { code: again } }))).toBe('totp_on')
  expect(resultCode(await browser.call(startTotp, {}))).toBe('totp_on')
  await signInWithoutFactor(club, mia)
})

test('a code is accepted once, even when it is sent twenty times at once', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const mia = await club.member()
  const { secret } = await turnOnTotp(club, await signInBrowser(club, mia))
  // the one that turned it on is used up
  const first = computeTotpCode(secret, club.app.now())
  expect(await isAccepted(club, mia, first)).toBe('invalid_code')

  club.clock.advance({ seconds: 30 })
  const code = computeTotpCode(secret, club.app.now())
  const browsers = await Promise.all(
    Array.from({ length: 20 }, () => signInWithoutFactor(club, mia)),
  )
  const tries = await Promise.all(browsers.map((browser) => typeCode(browser, code)))
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  expect(new Set(tries.map(resultCode))).toEqual(new Set(['ok', 'invalid_code']))
})

test('clocks may differ by one step, and no older code counts after a newer one', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const mia = await club.member()
  const { secret } = await turnOnTotp(club, await signInBrowser(club, mia))
  club.clock.advance({ minutes: 5, seconds: 29 })
  const at = (steps: number) =>
    isAccepted(club, mia, computeTotpCode(secret, club.app.now(), steps))
  expect(await at(-2)).toBe('invalid_code')
  expect(await at(2)).toBe('invalid_code')
  expect(await at(-1)).toBe('ok')
  expect(await at(1)).toBe('ok')
  expect(await at(0)).toBe('invalid_code')
  expect(await at(1)).toBe('invalid_code')
})

test('a clock that jumps back brings no used code to life, and keeps nobody out for long', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const mia = await club.member()
  const { secret } = await turnOnTotp(club, await signInBrowser(club, mia))
  const now = (steps = 0) => isAccepted(club, mia, computeTotpCode(secret, club.app.now(), steps))
  club.clock.advance({ minutes: 30 })
  expect(await now()).toBe('ok')
  club.clock.advance({ minutes: -2 })
  expect(await now()).toBe('invalid_code')
  club.clock.advance({ minutes: 2, seconds: 30 })
  expect(await now()).toBe('ok')

  // a year ahead by mistake, and put right
  club.clock.set('2027-06-15T12:00:00Z')
  expect(await now()).toBe('ok')
  club.clock.set('2026-06-15T13:00:00Z')
  expect(await isAccepted(club, mia, '000000')).toBe('invalid_code')
  expect(await now()).toBe('ok')
  expect(await now()).toBe('invalid_code')
})

test('the secret cannot be read from the database, nor moved to another account', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const { secret } = await turnOnTotp(club, await signInBrowser(club, mia))
  await turnOnTotp(club, await signInBrowser(club, tom))
  const { sealed } = (await club.db.row<{ sealed: Buffer }>(
    sql`select sealed from totp_secrets where user_id = ${mia.userId}`,
  ))!
  expect(sealed.toString('latin1')).not.toContain(secret)
  await expect(club.app.strongbox.open('totp', tom.userId, sealed)).rejects.toThrow()
  await expect(club.app.strongbox.open('evidence', mia.userId, sealed)).rejects.toThrow()
  expect(String(await club.app.strongbox.open('totp', mia.userId, sealed))).toBe(secret)

  await club.db.run(sql`update totp_secrets set sealed = ${sealed} where user_id = ${tom.userId}`)
  club.clock.advance({ minutes: 1 })
  expect(await isAccepted(club, tom, computeTotpCode(secret, club.app.now()))).toBe('unexpected')
  expect(await isAccepted(club, mia, computeTotpCode(secret, club.app.now()))).toBe('ok')
})

test('another process opens the same secrets, and so does this one months later', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { secret } = await turnOnTotp(club, await signInBrowser(club, mia))
  const { app } = await club.secondServer()
  club.clock.set('2026-11-15T12:00:00Z')
  for (const epoch of await club.app.keys.epochs()) await club.app.keys.destroy(epoch)
  expect(await app.strongbox.open('totp', mia.userId, await sealedOf(club))).toEqual(
    Buffer.from(secret),
  )
  expect(await isAccepted(club, mia, computeTotpCode(secret, club.app.now()))).toBe('ok')
})

const sealedOf = async ({ db }: Club) =>
  (await db.row<{ sealed: Buffer }>(sql`select sealed from totp_secrets`))!.sealed

test('codes are tried so often before an app is on, in each browser, and only of what was shown', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [
    await signInBrowser(club, await club.member()),
    await signInBrowser(club, await club.member()),
  ]
  const confirm = async (browser: typeof mia, code: string) =>
    resultCode(await browser.call(confirmTotp, { body: { code } }))
  expect(await confirm(mia, '000000')).toBe('invalid_code')
  const { secret } = expectAnswer(await mia.call(startTotp, {}))
  for (let i = 1; i < rates.secondFactor.max; i += 1)
    expect(await confirm(mia, '000000')).toBe('invalid_code')
  expect(await confirm(mia, computeTotpCode(secret, club.app.now()))).toBe('too_many_attempts')
  await turnOnTotp(club, tom)
})

test('an app is confirmed once, and not by a proof that was taken back meanwhile', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { secret } = expectAnswer(await browser.call(startTotp, {}))
  const body = { code: computeTotpCode(secret, club.app.now()) }
  const confirmWhile = async (change: Query) => {
    let confirming: ReturnType<typeof browser.call<typeof confirmTotp>> | undefined
    await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for update`)
      confirming = browser.call(confirmTotp, { body })
      await untilSomebodyWaits(club)
      await tx.run(change)
    })
    return resultCode(await confirming!)
  }
  const takenBack = sql`update sessions set proved_at = null where user_id = ${mia.userId}`
  expect(await confirmWhile(takenBack)).toBe('proof_needed')
  await browser.call(prove, { body: { password: mia.password } })
  const on = sql`update totp_secrets set confirmed_at = now() where user_id = ${mia.userId}`
  expect(await confirmWhile(on)).toBe('totp_on')
})

test('who has a passkey keeps the recovery codes that came with it, with an app and after it', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { result } = await makePasskey(club, browser)
  expect((await turnOnTotp(club, browser)).recoveryCodes).toEqual([])
  const [code, other] = expectAnswer(result).recoveryCodes!
  expect(await isAccepted(club, mia, code!)).toBe('ok')
  expect(resultCode(await browser.call(removeTotp, {}))).toBe('ok')
  expect(await isAccepted(club, mia, other!)).toBe('ok')
})

test('turned off, it is asked for no more; setting up and turning off ask for a fresh proof', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { secret } = expectAnswer(await browser.call(startTotp, {}))
  club.clock.advance({ minutes: 10, seconds: 1 })
  const code = computeTotpCode(secret, club.app.now())
  expect(resultCode(await browser.call(startTotp, {}))).toBe('proof_needed')
  expect(resultCode(await browser.call(confirmTotp, { body: { code } }))).toBe('proof_needed')
  expect(resultCode(await browser.call(removeTotp, {}))).toBe('proof_needed')

  await browser.call(prove, { body: { password: mia.password } })
  expect(resultCode(await browser.call(confirmTotp, { body: { code } }))).toBe('ok')
  expect(resultCode(await browser.call(removeTotp, {}))).toBe('ok')
  expect(resultCode(await browser.call(removeTotp, {}))).toBe('ok')
  expect((await signInBrowser(club, mia)).has('session')).toBe(true)
  expect(await club.db.rows(sql`select from recovery_codes`)).toEqual([])
})
