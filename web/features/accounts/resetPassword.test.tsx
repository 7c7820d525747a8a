import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const OPEN = '/api/auth/recovery'
const SET = '/api/auth/password'
const mailed = { pathname: '/reset-password', hash: '#token=abcdefghijklmnopqrstuvwxyz' }

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const toast = async (words: string) =>
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)

async function choose(password: string, confirmation = password) {
  for (const [label, text] of [
    ['New password', password],
    ['Confirm new password', confirmation],
  ] as const) {
    await userEvent.clear(await field(label))
    if (text) await userEvent.type(await field(label), text)
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Save new password' }))
}

const goOn = async () => userEvent.click(await screen.findByRole('button', { name: 'Go on' }))

test('the mailed link is taken out of the address and used only by the click', async () => {
  const { location, server, at } = await openTab(mailed, {
    answers: { [OPEN]: () => ((server.recovery = true), done()), [SET]: done },
  })
  const button = await screen.findByRole('button', { name: 'Go on' })
  await waitFor(() => expect(location().hash).toBe(''))
  expect(server.times(OPEN)).toBe(0)
  expect(screen.queryByLabelText('New password')).toBeNull()
  await userEvent.click(button)
  const password = await field('New password')
  const heading = screen.getByRole('heading', { name: 'Set a new password' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // a password manager files it under the right account
  const name = () => password.form?.querySelector<HTMLInputElement>('[autocomplete=username]')
  await waitFor(() => expect(name()?.value).toBe(mila.email))
  await choose('correct horse battery')
  await waitFor(() => expect(at()).toBe('/login'))
  expect(await screen.findByText(/Your password is changed/)).toBeTruthy()
  expect(server.requests.filter(({ path }) => [OPEN, SET].includes(path))).toEqual([
    { path: OPEN, method: 'POST', body: { token: 'abcdefghijklmnopqrstuvwxyz' } },
    { path: SET, method: 'POST', body: { password: 'correct horse battery' } },
  ])
})

test('six characters pass the field, the server refuses them, and the link is not used twice', async () => {
  const { server, at } = await openTab(mailed, {
    answers: {
      [OPEN]: () => ((server.recovery = true), done()),
      [SET]: ({ body }) =>
        JSON.stringify(body).includes('correct') ? done() : refusal('weak_password', {}, 422),
    },
  })
  await goOn()
  await choose('abcde')
  await toast('Password must be at least 6 characters')
  expect(server.times(SET)).toBe(0)
  await choose('abcdef')
  await toast('Failed to reset password')
  await toast('Password is too weak. Please use a stronger password.')
  await choose('correct horse battery')
  await waitFor(() => expect(at()).toBe('/login'))
  expect(server.times(OPEN)).toBe(1)
})

test('two different passwords are not sent', async () => {
  const { server } = await openTab(mailed, { answers: { [OPEN]: done } })
  await goOn()
  await choose('correct horse battery', 'correct horse')
  await toast('Validation error')
  await toast("Passwords don't match")
  expect(document.activeElement).toBe(await field('Confirm new password'))
  expect(server.times(SET)).toBe(0)
})

test.each([
  ['was used or is too old', () => refusal('invalid_link', {}, 422)],
  [
    'was altered',
    () => refusal('invalid_input', { errors: [{ path: 'token', message: 'invalid' }] }),
  ],
])('a link that %s leads to the log-in before a password is typed', async (_, answer) => {
  const { at } = await openTab(mailed, { answers: { [OPEN]: answer } })
  await goOn()
  await toast('Invalid or expired link')
  await waitFor(() => expect(at()).toBe('/login'))
})

test('without link, recovery or session there is nothing to set', async () => {
  const { at } = await openTab('/reset-password')
  await toast('Invalid or expired link')
  await waitFor(() => expect(at()).toBe('/login'))
})

test('a signed-in member adds the current password and reads when it is wrong', async () => {
  const { server, at } = await openTab('/reset-password', {
    session: mila,
    answers: { [SET]: () => refusal('invalid_credentials', {}, 401) },
  })
  await choose('correct horse battery')
  await toast('Please enter your current password')
  await userEvent.type(await field('Current password'), 'wrong')
  await choose('correct horse battery')
  expect(await screen.findByText('This is not your current password.')).toBeTruthy()
  server.answers[SET] = () => ((server.session = null), done())
  await choose('correct horse battery')
  await waitFor(() => expect(at()).toBe('/login'))
  expect(await screen.findByText(/Your password is changed/)).toBeTruthy()
})

test('a recovery begun before a reload goes on without the link', async () => {
  const { server, at } = await openTab('/reset-password', {
    recovery: true,
    answers: { [SET]: done },
  })
  await choose('correct horse battery')
  await waitFor(() => expect(at()).toBe('/login'))
  expect(server.times(OPEN)).toBe(0)
})
