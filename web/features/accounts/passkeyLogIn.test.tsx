import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { challenge, openAuthenticator } from '#web/testing/authenticator.ts'
import { closeTab, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const IN = '/api/auth/passkey'
const ASK = `${IN}/challenge`
const button = () => screen.findByRole('button', { name: 'Use a passkey' })

async function open(answer?: (server: Server) => Response) {
  const tab = await openTab('/login', {
    answers: {
      [ASK]: challenge,
      [IN]: () => {
        if (answer) return answer(tab.server)
        tab.server.session = mila
        return Response.json({ session: mila })
      },
    },
  })
  return tab
}

// the first of this file, before the script has come
test('offline before its late script came, the log-in keeps what was typed, says why, and goes on by itself', async () => {
  openAuthenticator()
  // no file comes over a line that is dead
  vi.doMock('./PasskeyLogIn.tsx', () => Promise.reject(new TypeError('Failed to fetch')))
  const { server, at } = await open()
  server.answers['/favicon.svg'] = () => Promise.reject(new TypeError('offline'))
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  await userEvent.type(email, 'mila@example.org')
  await userEvent.click(await button())
  await screen.findByText(/Network error/)
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
  expect([email.isConnected, email.value, server.times(IN)]).toEqual([true, 'mila@example.org', 0])
  vi.doUnmock('./PasskeyLogIn.tsx')
  act(() => void window.dispatchEvent(new Event('online')))
  // as the button was pressed
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('a passkey logs in without anything typed', async () => {
  openAuthenticator()
  const { at, server } = await open()
  await userEvent.click(await button())
  await waitFor(() => expect(at()).toBe('/rooms'))
  expect(server.requests.find(({ path }) => path === IN)?.body).toMatchObject({
    challengeId: '018f0000-0000-7000-8000-0000000000c1',
    credential: { id: 'AQID', type: 'public-key' },
  })
})

test('a browser that knows no passkeys shows no button for them', async () => {
  await open()
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(email.getAttribute('autocomplete')).toBe('username webauthn')
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

test('nothing of it is asked for before there is a sign of somebody', async () => {
  const authenticator = openAuthenticator({ suggests: true })
  const { server, at } = await open()
  await button()
  expect(server.times(ASK)).toBe(0)
  await userEvent.keyboard('{Tab}')
  await waitFor(() => expect(authenticator.asked).toEqual(['suggest']))
  authenticator.choose()
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('going elsewhere while it is asked for ends the question', async () => {
  const authenticator = openAuthenticator()
  const { at, server } = await open()
  const late = Promise.withResolvers<Response>()
  server.answers[ASK] = () => late.promise
  await userEvent.click(await button())
  await waitFor(() => expect(server.times(ASK)).toBeGreaterThan(0))
  await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }))
  late.resolve(challenge())
  await settle()
  expect(authenticator.asked).not.toContain('get')
  expect(at()).toBe('/login')
})

test('who declines reads so, is offered it again in the field, and may press again', async () => {
  const authenticator = openAuthenticator({ suggests: true })
  const { at } = await open()
  await userEvent.hover(await button())
  await waitFor(() => expect(authenticator.asked).toEqual(['suggest']))
  authenticator.answer = 'NotAllowedError'
  await userEvent.click(await button())
  await screen.findByText(/No passkey was used/)
  await waitFor(() => expect(authenticator.asked).toEqual(['suggest', 'get', 'suggest']))
  authenticator.answer = 'given'
  await userEvent.click(await button())
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test.each([
  ['passkey_invalid', /This passkey does not fit/],
  ['account_leaving', /the link in our email about it brings it back/],
  ['email_not_confirmed', /Please confirm your email address first/],
])('the refusal %s is said in the form', async (code, words) => {
  openAuthenticator()
  const { at } = await open(() => refusal(code, {}, 403))
  await userEvent.click(await button())
  await screen.findByText(words)
  expect(at()).toBe('/login')
})
