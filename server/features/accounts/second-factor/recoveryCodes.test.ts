import { expect, test } from 'vitest'
import { renewRecoveryCodes } from '#contract/accounts/secondFactor.ts'
import { prove } from '#contract/accounts/security.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import {
  expectAnswer,
  resultCode,
  signInWithoutFactor,
  makePasskey,
  signInBrowser,
  turnOnTotp,
  typeCode,
} from '#testing/fixtures/secondFactor.ts'

const NOW = '2026-06-15T12:00:00Z'

test('a recovery code signs in once, however it is typed and however often it is sent at once', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const mia = await club.member()
  const { recoveryCodes } = await turnOnTotp(club, await signInBrowser(club, mia))
  const [first = '', second = '', third = '', fourth = ''] = recoveryCodes
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(first).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)

  const browsers = await Promise.all(
    Array.from({ length: 20 }, () => signInWithoutFactor(club, mia)),
  )
  const tries = await Promise.all(browsers.map((browser) => typeCode(browser, first)))
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  expect(new Set(tries.map(resultCode))).toEqual(new Set(['ok', 'invalid_code']))
  for (const sloppy of [
    ` ${second.toLowerCase().replaceAll('-', ' ')}`,
    third.replaceAll('-', ' – '),
    Array.from(fourth).join(' '),
  ])
    expect(resultCode(await typeCode(await signInWithoutFactor(club, mia), sloppy))).toBe('ok')
})

test('of its codes the database keeps only hashes', async () => {
  await using club = await openClub({ now: NOW })
  const { recoveryCodes } = await turnOnTotp(club, await signInBrowser(club, await club.member()))
  const rows = JSON.stringify(
    await club.db.rows(
      sql`select c::text as row, encode(code_hash, 'escape') from recovery_codes c`,
    ),
  )
  for (const code of recoveryCodes)
    for (const form of [code, code.replaceAll('-', '')]) expect(rows).not.toContain(form)
})

test("somebody else's code opens nothing", async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const { recoveryCodes } = await turnOnTotp(club, await signInBrowser(club, mia))
  await turnOnTotp(club, await signInBrowser(club, tom))
  const tried = await typeCode(await signInWithoutFactor(club, tom), recoveryCodes[0]!)
  expect(resultCode(tried)).toBe('invalid_code')
})

test('codes without a factor they stand in for are none', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { recoveryCodes } = await turnOnTotp(club, browser)
  await club.db.run(sql`delete from totp_secrets where user_id = ${mia.userId}`)
  const tried = await browser.call(prove, { body: { code: recoveryCodes[0]! } })
  expect(resultCode(tried)).toBe('invalid_code')
})

test('new codes take the place of the old ones, and ask for a factor and a fresh proof', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  expect(resultCode(await browser.call(renewRecoveryCodes, {}))).toBe('no_factor')
  const { result } = await makePasskey(club, browser)
  const old = expectAnswer(result).recoveryCodes!
  const { recoveryCodes } = expectAnswer(await browser.call(renewRecoveryCodes, {}))
  expect(recoveryCodes.filter((code) => old.includes(code))).toEqual([])
  expect(resultCode(await typeCode(await signInWithoutFactor(club, mia), old[0]!))).toBe(
    'invalid_code',
  )
  expect(resultCode(await typeCode(await signInWithoutFactor(club, mia), recoveryCodes[0]!))).toBe(
    'ok',
  )
  club.clock.advance({ minutes: 11 })
  expect(resultCode(await browser.call(renewRecoveryCodes, {}))).toBe('proof_needed')
})
