import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSession, setLanguage } from '#contract/accounts/session.ts'
import { closeTab, done, mila, openTab, otherTabSays, refusal } from '#web/testing/openTab.tsx'
import { call } from '#web/platform/api/call.ts'

const MINUTE_MS = 60_000
/** The club's clock says 12:00 when a tab opens. */
const staff = { ...mila, isModerator: true, expiresAt: '2026-11-21T12:30:00.000Z' }
const SESSION = '/api/auth/session'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => (closeTab(), vi.useRealTimers()))

const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS))
const warning = () => screen.queryByText(/^Ihre Sitzung endet um/)
const close = () => within(region()!).getByRole('button', { name: 'Close' })
const stay = () => screen.getByRole('button', { name: 'Angemeldet bleiben' })

async function open(session = staff) {
  const tab = await openTab('/settings/account', { session })
  await screen.findByRole('button', { name: 'Change password' })
  if (session === staff) await waitFor(() => expect(region()).toBeTruthy())
  return tab
}
const region = () => document.querySelector<HTMLElement>('body > [role=status]')

test('two minutes before a short session ends, staff are told so and may stay', async () => {
  const { server } = await open()
  await pass(27.5)
  expect(warning()).toBe(null)
  const asked = server.times(SESSION)
  await pass(0.75)
  // in a region that was there before its words
  expect(region()?.contains(warning())).toBe(true)
  expect(server.times(SESSION)).toBe(asked)

  server.session = { ...staff, expiresAt: '2026-11-21T12:58:00.000Z' }
  await userEvent.click(stay())
  await waitFor(() => expect(warning()).toBe(null))
  expect(server.times(SESSION)).toBe(asked + 1)
  expect(JSON.parse(localStorage.getItem('parlour.session') ?? '')).toMatchObject({
    expiresAt: '2026-11-21T12:58:00.000Z',
  })
})

test('F6 leads to it, and back to where one was', async () => {
  const { server } = await open()
  await pass(28.5)
  const button = screen.getByRole('button', { name: 'Change password' })
  act(() => button.focus())
  fireEvent.keyDown(button, { key: 'F6' })
  expect(document.activeElement).toBe(stay())
  server.session = { ...staff, expiresAt: '2026-11-21T12:58:00.000Z' }
  await userEvent.click(stay())
  await waitFor(() => expect(warning()).toBe(null))
  expect(document.activeElement).toBe(button)
})

test('the focus is led back when it is pressed, too, and stays where it went by itself', async () => {
  await open()
  const [one, other] = ['Change password', 'Change email address'].map((name) =>
    screen.getByRole('button', { name }),
  )
  await pass(28.5)
  act(() => one!.focus())
  // whenever it is asked, the club's clock says 12:00 here
  await userEvent.click(stay())
  await waitFor(() => expect(warning()).toBe(null))
  expect(document.activeElement).toBe(one)

  await pass(28.5)
  act(() => one!.focus())
  fireEvent.keyDown(one!, { key: 'F6' })
  expect(document.activeElement).toBe(stay())
  act(() => other!.focus())
  // somebody acts in another tab
  act(() => otherTabSays('token_refreshed', mila.userId, { expiresAt: '2026-11-21T13:00:00.000Z' }))
  await waitFor(() => expect(warning()).toBe(null))
  expect(document.activeElement).toBe(other)
})

test('what can be extended no more says so, and so does a club that does not answer', async () => {
  const { server } = await open()
  const before = screen.getByRole('button', { name: 'Change password' })
  const { club, ...answer } = await call(getSession, {})
  await pass(28.5)
  act(() => before.focus())
  server.answers[SESSION] = () => refusal('unexpected', {}, 500)
  await userEvent.click(stay())
  expect(await screen.findByText(/Der Club hat nicht geantwortet/)).toBeTruthy()
  const now = '2026-11-21T12:28:30.000Z'
  server.answers[SESSION] = () => Response.json({ ...answer, club: { ...club, now } })
  await userEvent.click(stay())
  expect(await screen.findByText(/Nach acht Stunden melden Sie sich neu an/)).toBeTruthy()
  // nothing is offered that no longer helps
  expect(screen.queryByRole('button', { name: 'Angemeldet bleiben' })).toBe(null)
  expect(document.activeElement).toBe(close())
  await userEvent.keyboard('{Enter}')
  expect(warning()).toBe(null)
  expect(document.activeElement).toBe(before)
  await pass(0.5)
  expect(warning()).toBe(null)
})

test('the notice can be closed; a later end shows it again', async () => {
  await open()
  await pass(28.5)
  await userEvent.click(close())
  await pass(0.25)
  expect(warning()).toBe(null)
  act(() => otherTabSays('token_refreshed', mila.userId, { expiresAt: '2026-11-21T12:50:00.000Z' }))
  await pass(19.5)
  expect(warning()).toBeTruthy()
  act(() => stay().focus())
  await userEvent.keyboard('{Escape}')
  expect(warning()).toBe(null)
})

test('who acts is not told, and asked about once a minute at most', async () => {
  const { server } = await open()
  await pass(20)
  const asked = server.times(SESSION)
  server.session = { ...staff, expiresAt: '2026-11-21T12:50:00.000Z' }
  server.answers['/api/auth/language'] = done
  const acts = () => act(async () => void (await call(setLanguage, { body: { language: 'mul' } })))
  await acts()
  await acts()
  await waitFor(() => expect(server.times(SESSION)).toBe(asked + 1))
  await pass(9)
  expect(warning()).toBe(null)
})

test('when it has ended, the log-in is there, and nothing opened it again', async () => {
  const { at, server } = await open()
  await pass(28.5)
  server.session = null
  server.answers['/api/security/sessions'] = () => refusal('not_signed_in', {}, 401)
  const asked = server.times(SESSION)
  await pass(1.5)
  expect(server.times(SESSION)).toBe(asked)
  await pass(0.25)
  await waitFor(() => expect(at()).toBe('/login'))
  expect(await screen.findByText('Your session has ended. Please log in again.')).toBeTruthy()
})

test.each([
  ['a member', { ...mila, expiresAt: '2026-12-21T12:00:00.000Z' }],
  ['staff without https', { ...staff, expiresAt: '2026-12-21T12:00:00.000Z' }],
])('%s with thirty days hears nothing of it', async (_, session) => {
  await open(session)
  await pass(29)
  expect(warning()).toBe(null)
})
