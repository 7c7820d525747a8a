import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { openVerify } from '#web/testing/verification.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(() => {
  closeTab()
  vi.useRealTimers()
})

const asked = (verificationStatus: 'none' | 'pending' | 'verified') => ({
  ...mila,
  verificationStatus,
  suspension: {
    until: '2027-11-23T10:00:00.000Z',
    reason: 'Something was said about your age.',
    ageProofBy: '2026-12-07T10:00:00.000Z',
  },
})

test('a member asked for their age reads why and by when, is accused of nothing, and shows it', async () => {
  const { at } = await openTab('/rooms', { session: asked('none') })
  await screen.findByRole('heading', { level: 1, name: 'Please show us how old you are' })
  screen.getByText(/it may be a mistake/)
  screen.getByText(/Show us an ID by 7 December 2026/)
  await userEvent.click(screen.getByRole('link', { name: 'Show an ID' }))
  await waitFor(() => expect(at()).toBe('/verify'))
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Please show us how old you are' })).toBeNull(),
  )
})

test('a member who showed an ID before may show it once more; one who just has waits', async () => {
  await openTab('/rooms', { session: asked('verified') })
  await screen.findByText(/somebody is looking again/)
  screen.getByRole('link', { name: 'Show an ID' })
  closeTab()
  await openTab('/rooms', { session: asked('pending') })
  await screen.findByText(/Your ID has arrived/)
  expect(screen.queryByRole('link', { name: 'Show an ID' })).toBeNull()
})

test('who waits where they showed their age sees the decision by itself, without coming back to the page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server, state, at } = await openVerify(
    { status: 'pending' },
    { session: asked('pending') },
  )
  await screen.findByText('In Prüfung')
  state.verification = { ...state.verification, status: 'verified', method: 'id_manual' }
  server.session = { ...mila, verificationStatus: 'verified' }
  await vi.advanceTimersByTimeAsync(30_000)
  await screen.findByText('Verifiziert')
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('link', { name: 'Zu den Räumen' }))
  await waitFor(() => expect(at()).toBe('/rooms'))
})
