import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const LOG_IN = '/api/auth/log-in'
const RESET = '/api/auth/reset'
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const toast = async (words: string) =>
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)

async function logIn(
  answer: (server: Server) => Response,
  options: Partial<Server> = {},
  state?: object,
) {
  const tab = await openTab({ pathname: '/login', state }, options)
  tab.server.answers[LOG_IN] = () => answer(tab.server)
  await userEvent.type(await field('Email'), 'mila@example.org')
  await userEvent.type(await field('Password'), 'correct horse battery')
  await press('Log In')
  return tab
}

const welcome = (server: Server) => {
  server.session = mila
  return Response.json({ session: mila })
}

test('a good log-in leads to the rooms and tells the other tabs', async () => {
  const { at } = await logIn(welcome)
  await waitFor(() => expect(at()).toBe('/rooms'))
  expect(localStorage.getItem('parlour.session')).toContain('"event":"signed_in"')
})

test('a language chosen in another tab changes every word, and neither what is typed nor the focus', async () => {
  await logIn(() => refusal('invalid_credentials', {}, 401))
  await screen.findByRole('group', { name: 'Login failed' })
  const address = await field('Email')
  address.focus()
  localStorage.setItem('language', 'de')
  const key = 'language'
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'de' }))
  expect(await field('E-Mail-Adresse')).toBe(address)
  expect(address.value).toBe('mila@example.org')
  expect(document.activeElement).toBe(address)
  await screen.findByRole('group', { name: 'Anmeldung fehlgeschlagen' })
  expect(document.documentElement.lang).toBe('de')
  expect(document.title).toContain('Anmelden')
  expect(document.body.textContent).not.toMatch(/password/i)
})

test('what failed before a good log-in is said no longer', async () => {
  const { server, at } = await logIn(() => refusal('invalid_credentials', {}, 401))
  await screen.findByRole('group', { name: 'Login failed' })
  server.answers[LOG_IN] = () => welcome(server)
  await press('Log In')
  await waitFor(() => expect(at()).toBe('/rooms'))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Login failed' })).toBeNull())
})

test('what was typed at sign-up is done with once somebody has logged in', async () => {
  const KEY = 'parlour.sign-up'
  sessionStorage.setItem(KEY, JSON.stringify({ fields: { email: 'mila@example.org' } }))
  await logIn(() => refusal('invalid_credentials', {}, 401))
  expect(sessionStorage.getItem(KEY)).toBeTruthy()
  closeTab()
  await logIn(welcome)
  await waitFor(() => expect(sessionStorage.getItem(KEY)).toBe(null))
})

test.each(['https://evil.example/rooms', '//evil.example/rooms', '/\\evil.example', '/login', 7])(
  'nobody is led from the log-in to %s',
  async (from) => {
    const { at } = await logIn(welcome, {}, { from })
    await waitFor(() => expect(at()).toBe('/rooms'))
  },
)

test.each([
  ['invalid_credentials', 'Login failed', 'Invalid email or password.'],
  ['too_many_attempts', 'Too many attempts', 'Please wait a moment before trying again.'],
  [
    'unexpected',
    'Login failed',
    'An error occurred. Please try again or contact support if the problem persists.',
  ],
])('the refusal %s is said in a toast and stays in the form', async (code, title, words) => {
  const { at } = await logIn(() => refusal(code, {}, 401))
  await toast(title)
  const form = (await field('Email')).closest('form')!
  expect(await within(form).findByText(words)).toBeTruthy()
  expect((await field('Email')).value).toBe('mila@example.org')
  expect(at()).toBe('/login')
})

test('an empty log-in is not sent', async () => {
  const { server } = await openTab('/login')
  await press('Log In')
  await toast('Validation error')
  expect(document.activeElement).toBe(await field('Email'))
  expect(screen.getByText('Invalid email address')).toBeTruthy()
  expect(server.times(LOG_IN)).toBe(0)
})

test('an address not confirmed yet leads to the code, and from there back', async () => {
  await logIn(() => refusal('email_not_confirmed', {}, 403), {
    answers: { '/api/auth/confirmation': done },
  })
  await screen.findByRole('heading', { name: 'Check your email' })
  await userEvent.type(await field('Code from the email'), 'ABCD-EFGH')
  await press('Confirm')
  expect(await screen.findByText(/Your email address is confirmed/)).toBeTruthy()
  expect((await field('Email')).value).toBe('mila@example.org')
})

test('what a log-in needs next is about the address that was sent, and nobody’s who went on', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let asked = 0
  await openTab('/login', { answers: { [LOG_IN]: () => answers[asked++]!.promise } })
  const email = await field('Email')
  await userEvent.type(email, 'mila@example.org')
  await userEvent.type(await field('Password'), 'correct horse battery')
  await press('Log In')
  await userEvent.type(email, '.uk')
  answers[0]!.resolve(refusal('email_not_confirmed', {}, 403))
  await screen.findByRole('heading', { name: 'Check your email' })
  screen.getByText(/mila@example\.org(?!\.uk)/)
  await press('Back to login')

  await userEvent.type(await field('Password'), 'correct horse battery')
  await press('Log In')
  await press('Forgot password?')
  answers[1]!.resolve(Response.json({ session: null, factors: ['totp'] }))
  await waitFor(() => expect(asked).toBe(2))
  await press('Send Reset Link')
  await screen.findByRole('heading', { name: 'Reset your password' })
})

test('whoever went on from the code to a reset link is not brought back once the code was taken', async () => {
  const taken = Promise.withResolvers<Response>()
  const { server } = await logIn(() => refusal('email_not_confirmed', {}, 403), {
    answers: { '/api/auth/confirmation': () => taken.promise },
  })
  await userEvent.type(await field('Code from the email'), 'ABCD-EFGH')
  await press('Confirm')
  await waitFor(() => expect(server.times('/api/auth/confirmation')).toBe(1))
  await press('Back to login')
  await press('Forgot password?')
  const email = await field('Email')
  await userEvent.clear(email)
  await userEvent.type(email, 'mila@example.com')
  taken.resolve(done())
  await settle()
  expect((await field('Email')).value).toBe('mila@example.com')
  screen.getByRole('heading', { name: 'Reset your password' })
})

test('the reset request says the same to everybody', async () => {
  const { server } = await openTab('/login', { answers: { [RESET]: done } })
  await userEvent.type(await field('Email'), 'mila@example.org')
  await press('Forgot password?')
  expect((await field('Email')).value).toBe('mila@example.org')
  await press('Send Reset Link')
  expect(await screen.findByText(/If mila@example.org belongs to an account/)).toBeTruthy()
  expect(server.requests.at(-1)).toEqual({
    path: RESET,
    method: 'POST',
    body: { email: 'mila@example.org' },
  })
  await press('Back to login')
  expect(document.activeElement?.textContent).toBe('Log in')
})

test('the reset request says what is missing or went wrong', async () => {
  const { server } = await openTab('/login', { answers: { [RESET]: () => refusal('unavailable') } })
  await press('Forgot password?')
  await press('Send Reset Link')
  await toast('Email required')
  await userEvent.type(await field('Email'), 'mila')
  await press('Send Reset Link')
  await toast('Validation error')
  expect(server.times(RESET)).toBe(0)
  await userEvent.type(await field('Email'), '@example.org')
  await press('Send Reset Link')
  await toast('Failed to send reset email')
  server.answers[RESET] = () => refusal('too_many_attempts', { retryAfter: 3000 }, 429)
  await press('Send Reset Link')
  await toast('Too many attempts')
})

test('the way to sign-up, waitlist and invite is open', async () => {
  await openTab('/login')
  for (const [name, href] of [
    ['Sign Up', '/signup'],
    ['Join the waitlist', '/waitlist'],
    ['Enter an invite code', '/invite'],
  ] as const)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})
