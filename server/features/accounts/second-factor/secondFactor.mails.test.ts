import { expect, test } from 'vitest'
import { removePasskey, removeTotp, renewRecoveryCodes } from '#contract/accounts/secondFactor.ts'
import { prove } from '#contract/accounts/security.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import {
  expectAnswer,
  makePasskey,
  signInBrowser,
  turnOnTotp,
} from '#testing/fixtures/secondFactor.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'

test('the owner is told of every change to the ways they prove themselves, and it is written down', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const mia = await club.member()
  const browser = await signInBrowser(club, mia)
  const { result } = await makePasskey(club, browser)
  await turnOnTotp(club, browser)
  const { recoveryCodes } = expectAnswer(await browser.call(renewRecoveryCodes, {}))
  await browser.call(prove, { body: { code: recoveryCodes[0]! } })
  await browser.call(removeTotp, {})
  await browser.call(removePasskey, { params: { passkeyId: expectAnswer(result).passkey.id } })

  const mails = (await club.mails()).filter(({ subject }) => subject === 'How you log in')
  expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 6 }, () => mia.email))
  const texts = mails.map(({ text }) => text).join()
  for (const words of [
    'A passkey was added',
    'asks for the code of an authenticator app',
    'New recovery codes were made',
    'A recovery code of your account was used',
    'no longer asks for the code',
    'A passkey was removed',
  ])
    expect(texts).toContain(words)
  for (const code of recoveryCodes) expect(texts).not.toContain(code)

  const changes = (await readTraces(club)).filter(({ action }) => action === 'factor_changed')
  expect(changes.map(({ details }) => details['event'])).toEqual([
    'passkeyAdded',
    'totpOn',
    'recoveryCodesRenewed',
    'recoveryCodeUsed',
    'totpOff',
    'passkeyRemoved',
  ])
  expect(changes.every(({ actorId }) => actorId === mia.userId)).toBe(true)
})

test('a member who reads German is told in German', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await club.db.run(sql`update users set language = 'de' where id = ${mia.userId}`)
  await makePasskey(club, await signInBrowser(club, mia))
  const [mail] = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mail?.subject).toBe('Ihre Anmeldung')
  expect(mail?.text).toContain('wurde ein Passkey hinzugefügt')
  // not to the page of mailed links, which tells a signed-out visitor that theirs is too old
  expect(mail?.text).toContain(`${club.url}/settings/account`)
})
