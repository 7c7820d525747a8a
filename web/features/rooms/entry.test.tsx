import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { lounge as room } from '#web/testing/room.ts'

afterEach(() => (closeTab(), vi.useRealTimers(), localStorage.clear()))

const MINUTE_MS = 60_000
const ENTRIES = '/api/rooms/lounge/entries'
const NOON = '2026-11-21T12:00:00.000Z'
const LATE = '2026-11-21T22:59:00.000Z'
const question = { de: 'Was trinkst du?', en: 'What are you drinking?' }

test.each([
  ['asked at midnight in Berlin, when a device believes it is noon', LATE, NOON, 2],
  ['not asked at noon, when a device believes it is midnight', NOON, LATE, 1],
])('the next question is %s', async (_, clubs, devices, times) => {
  vi.useFakeTimers({ now: new Date(devices), shouldAdvanceTime: true })
  const club = { name: 'Parlour', defaultLanguage: 'en', emailConfirmation: 'off' }
  const page = () => Response.json({ posts: [], from: 1, to: 0, latest: 0 })
  const { server } = await openTab('/room/lounge', {
    language: 'en',
    answers: {
      '/api/auth/session': () =>
        Response.json({
          session: mila,
          recovery: false,
          recoveryEmail: null,
          refreshed: false,
          club: { ...club, admission: 'open', now: clubs },
        }),
      [ENTRIES]: () => Response.json({ room, icebreaker: { id: mila.userId, question } }),
      '/api/rooms/lounge/posts': page,
      '/api/rooms/lounge/posts?after=0': page,
    },
  })
  await screen.findByRole('heading', { name: 'Lounge' })
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE_MS))
  expect(server.times(ENTRIES)).toBe(times)
})
