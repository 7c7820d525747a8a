import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { getSecurity } from '#contract/accounts/security.ts'
import { openClub } from '#testing/club/club.ts'
import { askToMove, confirmMove, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { makePasskey, signInBrowser, turnOnTotp } from '#testing/fixtures/secondFactor.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { removeFactors } from './factors.ts'

test('who lost every second factor gets in by the password again, signed out everywhere and told', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const mia = await club.member({ email: 'mia@example.org', isAdmin: true })
  const other = await club.member()
  const browser = await signInBrowser(club, mia)
  await makePasskey(club, browser)
  await turnOnTotp(club, browser)
  await turnOnTotp(club, await signInBrowser(club, other))
  const body = { email: mia.email, password: mia.password }
  expect(await club.call(null, logIn, { body })).toMatchObject({ answer: { session: null } })

  expect(await removeFactors(club.app, ' Mia@Example.org ')).toContain('no second factor any more')
  expect(await browser.call(getSession, {})).toMatchObject({ answer: { session: null } })
  expect(await club.call(null, logIn, { body })).toMatchObject({
    answer: { session: { userId: mia.userId } },
  })
  const again = await signInBrowser(club, mia)
  expect(await again.call(getSecurity, {})).toMatchObject({
    answer: { passkeys: [], totpSince: null, recoveryCodesLeft: 0 },
  })
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails.map(({ text }) => text).join()).toContain('because we were asked to')
  const changes = (await readTraces(club)).filter(({ action }) => action === 'factor_changed')
  expect(changes.at(-1)).toMatchObject({
    action: 'factor_changed',
    actorId: null,
    subjectId: mia.userId,
    details: { event: 'allRemoved' },
  })
  // nobody else lost anything
  const otherBody = { email: other.email, password: other.password }
  expect(await club.call(null, logIn, { body: otherBody })).toMatchObject({
    answer: { session: null },
  })
})

test('an address that somebody asked for before does not take the account away after', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await askToMove(club, mia, 'elsewhere@example.org')
  const token = await readMailedToken(club, 'elsewhere@example.org', 'email')
  await removeFactors(club.app, mia.email)
  expect(await confirmMove(club, token)).toMatchObject({ code: 'invalid_link' })
})

test('factors of nobody are not removed', async () => {
  await using club = await openClub()
  await expect(removeFactors(club.app, 'no@example.org')).rejects.toThrow('No account has')
  await expect(removeFactors(club.app, undefined)).rejects.toThrow('--email')
})
