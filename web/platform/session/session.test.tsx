import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listRooms } from '#contract/rooms/rooms.ts'
import {
  closeTab,
  mila,
  openTab,
  otherTabSays,
  plainSecurity,
  refusal,
} from '#web/testing/openTab.tsx'
import { announce, type SessionNote } from './authEvents.ts'
import { call } from '#web/platform/api/call.ts'
import { hasUnsent, readDraft, readWords, writeDraft, writeWords } from './drafts.ts'
import { refetchSession, userUpdated } from './session.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const note = () => JSON.parse(localStorage.getItem('parlour.session') ?? 'null')
const settings = () => screen.findByRole('heading', { level: 1, name: 'Settings' })
const logOut = async () => userEvent.click(await screen.findByRole('button', { name: 'Log Out' }))
const OTHER = '018f0000-0000-7000-8000-000000000002'

test('the device keeps only who is signed in and until when', async () => {
  await openTab('/settings', { session: mila })
  await settings()
  expect(note()).toEqual({ userId: mila.userId, expiresAt: mila.expiresAt, event: 'signed_in' })
  expect(Object.keys(localStorage)).toEqual(['parlour.session'])
})

test('signing out in another tab signs this one out at once, with a sentence', async () => {
  const { at, server } = await openTab('/settings', { session: mila })
  await settings()
  const asked = server.times('/api/auth/session')
  act(() => otherTabSays('signed_out', null))
  await waitFor(() => expect(at()).toBe('/login'))
  expect(await screen.findByText('Your session has ended. Please log in again.')).toBeTruthy()
  expect(server.times('/api/auth/session')).toBe(asked)
})

test('signing in in another tab opens the rooms here', async () => {
  const { at, server } = await openTab('/login')
  await screen.findByLabelText('Email')
  server.session = mila
  act(() => otherTabSays('signed_in', mila.userId))
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('somebody else signing in in another tab takes the place of whom this tab knew', async () => {
  const { client, server } = await openTab('/settings', { session: mila })
  await settings()
  client.setQueryData(['/api/private'], { of: 'Mila' })
  server.session = { ...mila, userId: OTHER, username: 'Noor' }
  act(() => otherTabSays('signed_in', OTHER))
  await waitFor(() => expect(note().userId).toBe(OTHER))
  expect(client.getQueryData(['/api/private'])).toBe(undefined)
})

test('a tab that slept while somebody else came forgets whom it knew, and shows nothing of theirs', async () => {
  const { client, server } = await openTab('/settings/account', { session: mila })
  client.setQueryData(['/api/private'], { of: 'Mila' })
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  await userEvent.type(await screen.findByLabelText('Current password'), 'Mila’s own')
  server.session = { ...mila, userId: OTHER, username: 'Noor' }
  announce('signed_in', server.session)
  await act(() => refetchSession(client))
  expect(client.getQueryData(['/api/private'])).toBe(undefined)
  await screen.findByRole('button', { name: 'Change password' })
  expect(screen.queryByDisplayValue('Mila’s own')).toBe(null)
})

test('what is pressed in a tab that was told of nobody is not done for who came meanwhile', async () => {
  const { client, server } = await openTab('/settings', { session: mila, isWide: true })
  await settings()
  server.session = { ...mila, userId: OTHER, username: 'Noor', language: 'en' }
  announce('signed_in', server.session)
  const [choice] = await screen.findAllByRole('button', { name: 'Deutsch' })
  await userEvent.click(choice!)
  await waitFor(() =>
    expect(client.getQueryData(['/api/auth/session'])).toMatchObject({
      session: { userId: OTHER },
    }),
  )
  expect(server.times('/api/auth/language')).toBe(0)
})

test('a tab that was frozen while somebody logged out follows as soon as it is looked at', async () => {
  const { at, server } = await openTab('/settings', { session: mila })
  await settings()
  server.session = null
  announce('signed_out', null, true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(at()).toBe('/login'))
  await screen.findByText('You logged out in another tab.')
})

test('an answer from before somebody came in another tab sends nobody away', async () => {
  const { at, client, server } = await openTab('/login')
  await screen.findByLabelText('Email')
  const answer = server.answers['/api/auth/session']!
  const before = Promise.withResolvers<Response>()
  server.answers['/api/auth/session'] = () => before.promise
  act(() => void refetchSession(client))
  const old = await answer({ path: '/api/auth/session', method: 'GET', body: undefined })
  server.session = mila
  server.answers['/api/auth/session'] = answer
  act(() => otherTabSays('signed_in', mila.userId))
  await act(async () => before.resolve(old))
  await waitFor(() => expect(at()).toBe('/rooms'))
  expect(note()).toMatchObject({ userId: mila.userId, event: 'signed_in' })
})

test('a refreshed token, a recovery and a changed account reach the tab', async () => {
  const { client, server } = await openTab('/settings', { session: mila })
  await settings()
  const known = () =>
    client.getQueryData<{ session: typeof mila; recovery: boolean }>(['/api/auth/session'])

  act(() => otherTabSays('token_refreshed', mila.userId))
  server.session = { ...mila, username: 'Milena' }
  act(() => otherTabSays('user_updated', mila.userId))
  await waitFor(() => expect(known()?.session.username).toBe('Milena'))
  server.recovery = true
  act(() => otherTabSays('password_recovery', mila.userId))
  await waitFor(() => expect(known()?.recovery).toBe(true))
})

test('this tab announces each of the five events as it happens', async () => {
  const stored = vi.spyOn(Storage.prototype, 'setItem')
  const announced = () =>
    stored.mock.calls.flatMap(([key, value]) =>
      key === 'parlour.session' ? [(JSON.parse(value) as SessionNote).event] : [],
    )
  const { client, server } = await openTab('/settings', { session: mila })
  await settings()
  const answer = server.answers['/api/auth/session']!
  server.answers['/api/auth/session'] = async (request) =>
    Response.json({ ...(await (await answer(request)).json()), refreshed: true })
  await act(() => client.refetchQueries({ queryKey: ['/api/auth/session'] }))
  server.answers['/api/auth/session'] = answer
  server.recovery = true
  await act(() => client.refetchQueries({ queryKey: ['/api/auth/session'] }))
  await act(() => userUpdated(client))
  await logOut()
  await waitFor(() => expect(announced()).toContain('signed_out'))
  expect(announced()).toEqual([
    'signed_in',
    'token_refreshed',
    'password_recovery',
    'user_updated',
    'signed_out',
  ])
  stored.mockRestore()
})

test('the same event twice is heard twice by other tabs', () => {
  const removed = vi.spyOn(Storage.prototype, 'removeItem')
  announce('user_updated', mila)
  announce('user_updated', mila)
  // browsers raise no storage event for a value that stays the same
  expect(removed).toHaveBeenCalledTimes(2)
  removed.mockRestore()
})

test('a session that ended while the tab was open leads to the log-in, and loses no words', async () => {
  const { at, server } = await openTab('/settings', { session: mila })
  await settings()
  writeDraft(mila.userId, 'salon', 'half a thought')
  server.session = null
  server.answers['/api/rooms'] = () => refusal('not_signed_in', {}, 401)
  await act(async () => void (await call(listRooms, {}).catch(() => {})))
  await waitFor(() => expect(at()).toBe('/login'))
  expect(await screen.findByText('Your session has ended. Please log in again.')).toBeTruthy()
  expect(readDraft(mila.userId, 'salon')).toBe('half a thought')
  expect(note()).toEqual({ userId: null, expiresAt: null, event: 'signed_out' })
})

test('a refusal older than the log-in after it ends nothing', async () => {
  const { at, server } = await openTab('/settings', { session: mila })
  await settings()
  server.answers['/api/rooms'] = () => refusal('not_signed_in', {}, 401)
  await act(async () => void (await call(listRooms, {}).catch(() => {})))
  expect(await settings()).toBeTruthy()
  expect(at()).toBe('/settings')
})

test('logging out wipes this member’s words and nobody else’s', async () => {
  localStorage.setItem(`parlour.draft.${OTHER}.salon`, 'not Mila’s')
  const { at } = await openTab('/settings', { session: mila })
  await settings()
  writeDraft(mila.userId, 'salon', '   ')
  expect(hasUnsent(mila.userId)).toBe(false)
  await logOut()
  await waitFor(() => expect(at()).toBe('/'))
  expect(localStorage.getItem(`parlour.draft.${mila.userId}.salon`)).toBe(null)
  expect(localStorage.getItem(`parlour.draft.${OTHER}.salon`)).toBe('not Mila’s')
})

test('logging out asks first when something is unsent', async () => {
  const { at, server } = await openTab('/settings', { session: mila })
  await settings()
  writeDraft(mila.userId, 'salon', 'half a thought')
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(server.times('/api/auth/log-out')).toBe(0)
  expect(readDraft(mila.userId, 'salon')).toBe('half a thought')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Log out and discard' }))
  await waitFor(() => expect(at()).toBe('/'))
  expect(readDraft(mila.userId, 'salon')).toBe('')
  writeDraft(mila.userId, 'salon', 'too late')
  expect(readDraft(mila.userId, 'salon')).toBe('')
})

test('what is kept in this tab is asked about and wiped at log-out, too', async () => {
  const { at } = await openTab('/settings', { session: mila })
  await settings()
  writeWords(mila.userId, 'report.1', 'half a report')
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Log out and discard' }))
  await waitFor(() => expect(at()).toBe('/'))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('half a report')
  writeWords(mila.userId, 'report.1', 'too late')
  expect(readWords(mila.userId, 'report.1')).toBe('')
})

test('words of this tab outlive a session that ends, but not a log-out in another tab', async () => {
  const { at, server } = await openTab('/settings', { session: mila })
  await settings()
  writeWords(mila.userId, 'report.1', 'half a report')
  server.session = null
  act(() => otherTabSays('signed_out', null))
  await waitFor(() => expect(at()).toBe('/login'))
  expect(readWords(mila.userId, 'report.1')).toBe('half a report')
  server.session = mila
  act(() => otherTabSays('signed_in', mila.userId))
  await waitFor(() => expect(at()).toBe('/settings'))
  expect(readWords(mila.userId, 'report.1')).toBe('half a report')
  act(() => otherTabSays('signed_out', null, { isLeft: true }))
  await waitFor(() => expect(at()).toBe('/login'))
  await screen.findByText('You logged out in another tab.')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('half a report')
})

test('a tab that was closed away while somebody logged out forgets their words once it is back', async () => {
  writeWords(mila.userId, 'report.1', 'half a report')
  announce('signed_out', null, true)
  const { server } = await openTab('/login')
  await screen.findByLabelText('Email')
  expect(server.times('/api/auth/session')).toBeGreaterThan(0)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('half a report')
})

test('a second member who signs in finds nothing of the first in the tab', async () => {
  writeWords(OTHER, 'report.1', 'half a report')
  writeWords(mila.userId, 'report.1', 'Mila’s own')
  await openTab('/settings', { session: mila })
  await settings()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('half a report')
  expect(readWords(mila.userId, 'report.1')).toBe('Mila’s own')
})

test('an act that came too late has what is shown asked for again, and one that failed otherwise has not', async () => {
  const { server } = await openTab('/settings/account', { session: mila, language: 'en' })
  const name = 'Set up authenticator app'
  const setUp = async () => userEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('button', { name })
  const asked = server.times('/api/security')
  server.answers['/api/security/totp'] = () => refusal('unavailable', {}, 503)
  await setUp()
  await screen.findByText(/cannot do this right now/)
  expect(server.times('/api/security')).toBe(asked)
  server.answers['/api/security/totp'] = () => refusal('totp_on', {}, 409)
  server.answers['/api/security'] = () =>
    Response.json({ ...plainSecurity, totpSince: '2026-11-21T12:00:00.000Z' })
  await setUp()
  await screen.findByRole('button', { name: 'Turn off' })
  await screen.findByText(/^Something has changed in the meantime/)
})

test('a log-out the server did not hear leaves the member signed in, and says so', async () => {
  const { at } = await openTab('/settings', {
    session: mila,
    answers: { '/api/auth/log-out': () => Promise.reject(new TypeError('offline')) },
  })
  await settings()
  await logOut()
  expect((await screen.findAllByText(/Network error/)).length).toBeGreaterThan(0)
  expect(at()).toBe('/settings')
})

test('a tab that heard of the end before the log-out says what it was, and keeps nobody’s way back', async () => {
  const { at, client, server } = await openTab('/settings', { session: mila })
  await settings()
  server.session = null
  await act(() => refetchSession(client))
  await waitFor(() => expect(at()).toBe('/login'))
  await screen.findByText('Your session has ended. Please log in again.')
  act(() => otherTabSays('signed_out', null, { isLeft: true }))
  await screen.findByText('You logged out in another tab.')
  server.session = { ...mila, userId: OTHER, username: 'Noor' }
  act(() => otherTabSays('signed_in', OTHER))
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('a log-out that this tab wrote over is still told, also to tabs opened later', async () => {
  const { at, client, server } = await openTab('/settings', { session: mila })
  await settings()
  server.session = null
  await act(() => refetchSession(client))
  await waitFor(() => expect(at()).toBe('/login'))
  await screen.findByText('Your session has ended. Please log in again.')
  act(() => {
    const newValue = JSON.stringify({ ...note(), isLeft: true })
    window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.session', newValue }))
  })
  await screen.findByText('You logged out in another tab.')
  expect(note()).toMatchObject({ event: 'signed_out', isLeft: true })
})

test('logging out leads to the landing page, also if all else hears of it before the answer', async () => {
  const { resolve: answer, promise } = Promise.withResolvers<Response>()
  const { at, client, server } = await openTab('/settings', {
    session: mila,
    answers: { '/api/auth/log-out': () => promise },
  })
  await settings()
  await logOut()
  server.session = null
  const asked = server.times('/api/auth/session')
  act(() => otherTabSays('signed_out', null))
  const asking = refetchSession(client)
  await waitFor(() => expect(server.times('/api/auth/session')).toBe(asked + 1))
  await settings()
  await act(async () => answer(Response.json({ done: true })))
  await waitFor(() => expect(at()).toBe('/'))
  expect(await asking).toMatchObject({ session: null })
  expect(note()).toMatchObject({ event: 'signed_out', isLeft: true })
})

test('a log-out that another tab was quicker with ends here as well', async () => {
  const { reject: refuse, promise } = Promise.withResolvers<Response>()
  const { at, server } = await openTab('/settings', {
    session: mila,
    answers: { '/api/auth/log-out': () => promise },
  })
  await settings()
  await logOut()
  server.session = null
  act(() => otherTabSays('signed_out', null, { isLeft: true }))
  await act(async () => refuse(new TypeError('the line broke')))
  await waitFor(() => expect(at()).toBe('/login'))
})

test('a log-out whose answer got lost is asked for once more', async () => {
  let asked = 0
  const { at } = await openTab('/settings', {
    session: mila,
    answers: {
      '/api/auth/log-out': () =>
        (asked += 1) === 1
          ? Promise.reject(new TypeError('the line broke'))
          : Response.json({ done: true }),
    },
  })
  await settings()
  await logOut()
  await waitFor(() => expect(at()).toBe('/'))
})

test('the language chosen is kept with the account', async () => {
  const { server } = await openTab('/settings', { session: mila, isWide: true })
  await settings()
  const [choice] = await screen.findAllByRole('button', { name: 'Deutsch' })
  await userEvent.click(choice!)
  await waitFor(() =>
    expect(server.requests).toContainEqual({
      path: '/api/auth/language',
      method: 'PUT',
      body: { language: 'de' },
    }),
  )
})
