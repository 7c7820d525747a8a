import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { Stream } from '#web/testing/stream.ts'

beforeEach(() => (Stream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))

const COUNT = '/api/bell/unread'

test('what rang is counted, also when the count of before is answered after it', async () => {
  const before = Promise.withResolvers<Response>()
  const { server } = await openTab('/rooms', {
    session: mila,
    language: 'en',
    stream: Stream,
    answers: { [COUNT]: () => before.promise },
  })
  await waitFor(() => expect(Stream.all).toHaveLength(1))
  act(() => Stream.current.bring({ type: 'ready', userId: mila.userId, rooms: [] }))
  await waitFor(() => expect(server.times(COUNT)).toBeGreaterThan(0))
  act(() => Stream.current.bring({ type: 'bell', unread: 3 }))
  const bell = await screen.findByRole('link', { name: /3 unread/ })
  await act(async () => before.resolve(Response.json({ unread: 2 })))
  await screen.findByRole('heading', { name: 'Rooms', level: 1 })
  expect(bell.textContent).toContain('3')
})
