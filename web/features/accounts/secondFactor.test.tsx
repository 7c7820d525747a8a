import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { challenge, openAuthenticator } from '#web/testing/authenticator.ts'
import { closeTab, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const STEP = '/api/auth/second-factor'
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Types a right password into an account that has these. */
async function logIn(factors: string[], answers: Server['answers'], language?: 'de' | 'en') {
  const tab = await openTab('/login', {
    ...(language && { language }),
    answers: {
      '/api/auth/log-in': () => Response.json({ session: null, factors }),
      [`${STEP}/challenge`]: challenge,
      ...answers,
    },
  })
  await userEvent.type(await field(language === 'de' ? 'E-Mail-Adresse' : 'Email'), mila.email)
  await userEvent.type(await field(language === 'de' ? 'Passwort' : 'Password'), 'correct horse')
  await press(language === 'de' ? 'Anmelden' : 'Log In')
  return tab
}
const welcome = (server: () => Server) => () => {
  server().session = mila
  return Response.json({ session: mila })
}

test('after the password the code of the app is asked for, and leads on', async () => {
  const tab = await logIn(['totp', 'recovery_code'], { [STEP]: welcome(() => tab.server) })
  await screen.findByRole('heading', { name: 'One more step' })
  const code = await field('Code from your authenticator app')
  expect(document.activeElement).toBe(code)
  expect(code.autocomplete).toBe('one-time-code')
  expect(code.inputMode).toBe('numeric')
  await userEvent.type(code, ' 123 456{Enter}')
  await waitFor(() => expect(tab.at()).toBe('/rooms'))
  expect(tab.server.requests.find(({ path }) => path === STEP)?.body).toEqual({ code: '123 456' })
})

test('a wrong code is told beside it and selected; too short a one is not sent', async () => {
  const { server } = await logIn(['totp', 'recovery_code'], {
    [STEP]: () => refusal('invalid_code', {}, 422),
  })
  const code = await field('Code from your authenticator app')
  await userEvent.type(code, '12{Enter}')
  expect(server.times(STEP)).toBe(0)
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '3456{Enter}')
  expect(await screen.findByText('This code is wrong or has expired.')).toBeTruthy()
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
})

test('a recovery code does as well, and the way back to the app is open', async () => {
  const tab = await logIn(['totp', 'recovery_code'], { [STEP]: welcome(() => tab.server) })
  await press('Use a recovery code instead')
  const code = await field('Recovery code')
  expect(document.activeElement).toBe(code)
  await press('Use the code from the app instead')
  expect(document.activeElement).toBe(await field('Code from your authenticator app'))
  await press('Use a recovery code instead')
  await userEvent.type(await field('Recovery code'), 'abcd-efgh-ijkl{Enter}')
  await waitFor(() => expect(tab.at()).toBe('/rooms'))
})

test('a passkey is the second factor of who has nothing else', async () => {
  const authenticator = openAuthenticator()
  const tab = await logIn(['passkey', 'recovery_code'], { [STEP]: welcome(() => tab.server) })
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('textbox')).toBeNull()
  authenticator.answer = 'NotAllowedError'
  await userEvent.click(button)
  await screen.findByText(/No passkey was used/)
  authenticator.answer = 'given'
  await userEvent.click(button)
  await waitFor(() => expect(tab.at()).toBe('/rooms'))
  expect(tab.server.requests.find(({ path }) => path === STEP)?.body).toMatchObject({
    passkey: { credential: { id: 'AQID', response: { signature: 'AQID' } } },
  })
})

test('going back while a passkey is asked for ends the question', async () => {
  const authenticator = openAuthenticator()
  const late = Promise.withResolvers<Response>()
  const tab = await logIn(['passkey'], { [`${STEP}/challenge`]: () => late.promise })
  await press('Use a passkey')
  await waitFor(() => expect(tab.server.times(`${STEP}/challenge`)).toBe(1))
  await press('Back to login')
  late.resolve(challenge())
  await settle()
  expect(authenticator.asked).not.toContain('get')
})

test('a browser without passkeys asks for the code at once', async () => {
  await logIn(['passkey', 'recovery_code'], {})
  await field('Recovery code')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('without a code to fall back on, a browser without passkeys says so and asks for none', async () => {
  await logIn(['passkey'], {})
  const words = await screen.findByText(/This browser knows no passkeys/)
  expect(document.activeElement).toBe(words)
  expect(screen.queryByRole('textbox')).toBeNull()
  await press('Back to login')
})

test('too late leads back to the start, with a friendly line', async () => {
  await logIn(['totp', 'recovery_code'], { [STEP]: () => refusal('log_in_expired', {}, 403) })
  await userEvent.type(await field('Code from your authenticator app'), '123456{Enter}')
  expect(await screen.findByText(/That took longer than ten minutes/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Log in')
  expect((await field('Password')).value).toBe('')
})

test('in German the step is German, and one can go back', async () => {
  await logIn(['totp'], {}, 'de')
  await field('Code aus Ihrer Authenticator-App')
  await press('Zurück zur Anmeldung')
  expect(document.activeElement?.textContent).toBe('Anmelden')
})

test('an account that is being deleted is told how to come back', async () => {
  await logIn([], { '/api/auth/log-in': () => refusal('account_leaving', {}, 403) })
  const told = /the link in our email about it brings it back/
  await waitFor(() => expect(screen.getAllByText(told)).toHaveLength(2))
})
