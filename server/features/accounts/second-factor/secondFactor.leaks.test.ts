import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { logOut } from '#contract/accounts/session.ts'
import {
  confirmTotp,
  logInWithFactor,
  renewRecoveryCodes,
  startPasskeyLogIn,
  startSecondFactor,
  startTotp,
} from '#contract/accounts/secondFactor.ts'
import { prove } from '#contract/accounts/security.ts'
import { sql } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/process/log.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { dropPassing } from '#testing/club/call.ts'
import {
  expectAnswer,
  computeTotpCode,
  resultCode,
  makePasskey,
  proveByPasskey,
  signInBrowser,
  turnOnTotp,
  usePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { asOwner } from '#testing/club/database/owner.ts'

test('no secret of a second factor is in any log line, mail, or answer but the one that brings it', async () => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  await using club = await openClub({ log: openLog('trace', sink) })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const answers: unknown[] = []
  const hear = async (call: Promise<{ ok: boolean }>) => {
    const result = await call
    answers.push('answer' in result ? result.answer : 'body' in result ? result.body : null)
  }

  const { authenticator, result, body } = await makePasskey(club, browser)
  const codes = expectAnswer(result).recoveryCodes ?? []
  const { secret } = expectAnswer(await browser.call(startTotp, {}))
  const code = computeTotpCode(secret, club.app.now())
  await hear(browser.call(confirmTotp, { body: { code: '000000' } }))
  await hear(browser.call(confirmTotp, { body: { code } }))
  await hear(browser.call(prove, { body: { code } }))
  await hear(browser.call(prove, { body: { code: codes[0]! } }))
  await hear(proveByPasskey(club, browser, authenticator))
  await hear(usePasskey(browser, authenticator, { isVerified: false }))
  await hear(browser.call(logOut, {}))
  await hear(browser.call(logIn, { body: { email: mia.email, password: PASSWORD } }))
  const pending = browser.cookie.split('pending=')[1] ?? ''
  await hear(browser.call(logInWithFactor, { body: { code: codes[0]! } }))
  await hear(browser.call(logInWithFactor, { body: { code: codes[1]! } }))
  await hear(usePasskey(openBrowser(club), authenticator))

  // bugs are logged, and PostgreSQL's errors quote the rows they are about
  await asOwner(club, () => 'alter table recovery_codes add check (code_hash is null) not valid')
  await hear(browser.call(renewRecoveryCodes, {}))
  expect(lines.join('')).toContain('violates check constraint')
  await club.mails()

  const stored = await club.db.rows<{ secret: string }>(sql`
    select encode(code_hash, 'hex') as secret from recovery_codes
    union select encode(sealed, 'hex') from totp_secrets
    union select encode(public_key, 'hex') from passkeys`)
  const { response } = body.credential as { response: Record<string, string> }
  const secrets = [
    ...stored.map((row) => row.secret),
    ...codes,
    ...codes.map((each) => each.replaceAll('-', '')),
    secret,
    pending,
    response['attestationObject'],
  ]
  expect(secrets.length).toBeGreaterThan(25)
  const read = [...lines, JSON.stringify(answers), ...(await club.mails()).map(({ text }) => text)]
  for (const each of secrets) {
    expect(each?.length).toBeGreaterThan(15)
    expect(read.join('\n')).not.toContain(each)
  }
  expect(lines.join('\n')).not.toContain(mia.email)
})

test('without the password one learns nothing of second factors, byte for byte', async () => {
  await using club = await openClub()
  const [plain, careful] = [await club.member(), await club.member()]
  await turnOnTotp(club, await signInBrowser(club, careful))
  const answerTo = async (email: string) => {
    const response = await fetch(`${club.url}${logIn.path}`, {
      method: 'POST',
      headers: { origin: club.config.publicUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'battery horse correct' }),
    })
    const headers = [...dropPassing(response.headers)]
    return [response.status, await response.text(), headers]
  }
  const unknown = await answerTo('nobody@example.org')
  expect(await answerTo(plain.email)).toEqual(unknown)
  expect(await answerTo(careful.email)).toEqual(unknown)
})

test('challenges are given sixty times in a quarter of an hour to one network address', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const ask = () => club.call(null, startPasskeyLogIn, {})
  const responses = await Promise.all(Array.from({ length: 65 }, ask))
  expect(responses.map(resultCode).filter((code) => code === 'ok')).toHaveLength(60)
  expect(resultCode(await club.call(null, startSecondFactor, {}))).toBe('log_in_expired')
  club.clock.advance({ minutes: 15 })
  expect(resultCode(await ask())).toBe('ok')
})
