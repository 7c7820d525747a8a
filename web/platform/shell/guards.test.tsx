import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { openUnanswered } from '#web/testing/openUnanswered.ts'
import { nothingYet } from '#web/testing/verification.ts'
import { now } from '#testing/random.ts'
import { MembersOnly } from './guards.tsx'
import { takeNotice } from '#web/platform/api/notice.ts'
import { returnPath } from '#web/platform/session/returnPath.ts'
import { sessionQuery, markSignedOut, useMember } from '#web/platform/session/session.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

test.each(['/rooms', '/settings', '/profile', '/verify', '/admin/verifications'])(
  'a visitor at %s is led to the log-in and back after it',
  async (path) => {
    const isAdmin = path.startsWith('/admin')
    const { at, server } = await openTab(path, {
      answers: {
        '/api/auth/log-in': () => {
          server.session = { ...mila, isAdmin }
          return Response.json({ session: server.session })
        },
      },
    })
    await waitFor(() => expect(at()).toBe('/login'))
    expect(screen.queryByText(/Your session has ended/)).toBe(null)
    await userEvent.type(await screen.findByLabelText('Email'), mila.email)
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}')
    await waitFor(() => expect(at()).toBe(path))
  },
)

test.each(['/login', '/signup'])('a member at %s goes on to the rooms', async (path) => {
  const { at } = await openTab(path, { session: mila })
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('while it is unknown who asks, nothing flashes', async () => {
  const { at } = await openTab('/settings', {
    answers: { '/api/auth/session': () => new Promise<Response>(() => {}) },
  })
  expect(await screen.findByRole('group', { name: 'Loading …' })).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBe(null)
  expect(at()).toBe('/settings')
})

test('when nobody can be asked, a member may try again', async () => {
  const speak = await openUnanswered('/settings', mila)
  speak()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
})

test('a suspended member reads why and until when, and can log out or see to their data', async () => {
  const suspension = { until: '2026-12-24T18:00:00.000Z', reason: 'Rude messages' }
  const { at } = await openTab('/rooms', { session: { ...mila, suspension } })
  const reason = await screen.findByText('Rude messages')
  expect(reason.closest('p')?.textContent).toBe('Reason: Rude messages')
  // staff wrote it in a language of their own
  expect([reason.getAttribute('lang'), reason.dir]).toEqual(['', 'auto'])
  expect(screen.getByText(/24 December 2026/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(at()).toBe('/'))
  closeTab()
  const tab = await openTab('/profile', { session: { ...mila, suspension } })
  await userEvent.click(await screen.findByRole('link', { name: 'Privacy and account' }))
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBeTruthy()
  expect(tab.at()).toBe('/settings')
})

test.each([
  ['for a time', '2026-12-24T18:00:00.000Z'],
  ['for good', '9999-12-31T00:00:00.000Z'],
])('a member suspended %s takes back documents that wait', async (_, until) => {
  const suspension = { until, reason: 'Rude messages' }
  const { server } = await openTab('/rooms', {
    session: { ...mila, suspension, verificationStatus: 'pending' },
    answers: {
      '/api/verification': ({ method }) => {
        if (method !== 'DELETE') return refusal('suspended', suspension, 403)
        server.session = { ...mila, suspension }
        return Response.json(nothingYet)
      },
    },
  })
  const card = await screen.findByRole('region', { name: 'Ihre Dokumente sind in Prüfung' })
  const user = userEvent.setup()
  within(card).getByRole('button', { name: 'Einreichung zurückziehen' }).focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  // nothing is promised that is closed to them
  expect(dialog.textContent).not.toContain('neue einreichen')
  within(dialog).getByRole('button', { name: 'Zurückziehen und vernichten' }).focus()
  await user.keyboard('{Enter}')
  expect((await screen.findAllByText('Einreichung zurückgezogen')).length).toBeGreaterThan(0)
  await waitFor(() => expect(card.isConnected).toBe(false))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('a suspended member whose documents were decided meanwhile is told, and offered nothing', async () => {
  const suspension = { until: '2026-12-24T18:00:00.000Z', reason: 'Rude messages' }
  const { server } = await openTab('/settings/records', {
    session: { ...mila, suspension, verificationStatus: 'pending' },
    language: 'en',
    answers: {
      '/api/verification': () => {
        server.session = { ...mila, suspension, verificationStatus: 'verified' }
        return refusal('already_decided', {}, 409)
      },
    },
  })
  const part = await screen.findByRole('region', { name: 'Your documents are in review' })
  await userEvent.click(within(part).getByRole('button', { name: 'Withdraw submission' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw and shred' }))
  expect((await screen.findAllByText(/decided in the meantime/)).length).toBeGreaterThan(0)
  await waitFor(() => expect(part.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('where nothing waits, the suspended are offered nothing to take back', async () => {
  const suspension = { until: '2026-12-24T18:00:00.000Z', reason: 'Rude messages' }
  for (const verificationStatus of ['none', 'verified', 'rejected'] as const) {
    await openTab('/rooms', { session: { ...mila, suspension, verificationStatus } })
    await screen.findByText('Rude messages')
    expect(screen.queryByRole('button', { name: /zurückziehen/ })).toBeNull()
    closeTab()
  }
})

test('the settings of the suspended hold nothing that is closed to them', async () => {
  const suspension = { until: '2026-12-24T18:00:00.000Z', reason: 'Rude messages' }
  const { server } = await openTab('/settings', { session: { ...mila, suspension } })
  await screen.findByRole('region', { name: 'Privacy' })
  const places = within(screen.getByRole('navigation', { name: 'Settings' }))
  for (const name of [
    'Invitations',
    'Notifications',
    'Blocked, muted and hidden',
    'Who sees where you are',
  ]) {
    expect(within(screen.getByRole('main')).queryByRole('region', { name })).toBeNull()
    expect(places.queryByRole('link', { name })).toBeNull()
  }
  const asked = server.requests.map(({ path }) => path)
  for (const path of ['/api/blocks', '/api/mine/notifications']) expect(asked).not.toContain(path)
})

test('where a visitor was going is kept to the letter', async () => {
  const { location } = await openTab({ pathname: '/settings', hash: '#export=token' })
  await waitFor(() => expect(location().pathname).toBe('/login'))
  expect(location().state).toMatchObject({ from: '/settings#export=token' })
  expect(returnPath(location().state)).toBe('/settings#export=token')
})

test('a member at an admin screen goes home, where it will be said that it is not for them', async () => {
  const { at } = await openTab('/admin/verifications', { session: mila })
  await waitFor(() => expect(at()).toBe('/'))
  expect(takeNotice()).toBe('access_denied')
})

test('a moderator gets to the pages of moderators and to no other page of staff', async () => {
  const { at } = await openTab('/admin', { session: { ...mila, isModerator: true } })
  const ways = await screen.findByRole('navigation', { name: 'Seiten der Verwaltung' })
  expect([...ways.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
    'Heute',
    'Meldungen',
  ])
  expect(at()).toBe('/admin')
  closeTab()
  const door = await openTab('/admin/door', { session: { ...mila, isModerator: true } })
  await waitFor(() => expect(door.at()).toBe('/'))
  expect(takeNotice()).toBe('access_denied')
  closeTab()
  const member = await openTab('/admin', { session: mila })
  await waitFor(() => expect(member.at()).toBe('/'))
})

test('an error while an admin is checked leads home', async () => {
  const { at } = await openTab('/admin/verifications', {
    answers: { '/api/auth/session': () => refusal('unavailable', {}, 503) },
  })
  await waitFor(() => expect(at()).toBe('/'))
})

test('a screen drawn after a session ended and before its guard heard of it is still its member’s', async () => {
  const listens = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listens }))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = new QueryClient()
  const club = { name: 'Parlour', defaultLanguage: 'mul', admission: 'open' } as const
  const answer = { session: mila, recovery: false, recoveryEmail: null, refreshed: false }
  client.setQueryData(sessionQuery.queryKey, {
    ...answer,
    club: { ...club, emailConfirmation: 'off', now: now().toISOString() },
  })
  let draw = () => {}
  function Screen() {
    const { username } = useMember()
    const [times, setTimes] = useState(0)
    draw = () => setTimes(times + 1)
    return `${username} ${times}`
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MembersOnly>
          <Screen />
        </MembersOnly>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText('Mila 0')).toBeTruthy()
  await act(async () => {
    markSignedOut(client, 'ended')
    flushSync(() => draw())
    expect(screen.getByText('Mila 1')).toBeTruthy()
  })
  await waitFor(() => expect(screen.queryByText(/Mila/)).toBe(null))
})
