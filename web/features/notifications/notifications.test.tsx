import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear(), vi.unstubAllGlobals()))

const COUNT = '/api/bell/unread'

test('what rang is counted, also when the count of before is answered after it', async () => {
  const before = Promise.withResolvers<Response>()
  const { server } = await openTab('/rooms', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: { [COUNT]: () => before.promise },
  })
  await waitFor(() => expect(TestStream.all).toHaveLength(1))
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [] }))
  await waitFor(() => expect(server.times(COUNT)).toBeGreaterThan(0))
  act(() => TestStream.current.bring({ type: 'bell', unread: 3 }))
  const bell = await screen.findByRole('link', { name: /3 unread/ })
  await act(async () => before.resolve(Response.json({ unread: 2 })))
  await screen.findByRole('heading', { name: 'Rooms', level: 1 })
  expect(bell.textContent).toContain('3')
})

test('who passes over the browser’s question about push has not said no, and can be asked again', async () => {
  const notification = { permission: 'default', requestPermission: async () => 'default' }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', {})
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
  const settings = { hasDigest: false, showsContent: false, quietFrom: 22, quietUntil: 8 }
  await openTab('/settings/notifications', {
    session: mila,
    language: 'en',
    answers: {
      '/api/mine/notifications': () => Response.json({ settings, browsers: [], pushKey: 'AA' }),
    },
  })
  const turnOn = await screen.findByRole('button', { name: 'Turn on push messages' })
  const asked = vi.spyOn(notification, 'requestPermission')
  await userEvent.click(turnOn)
  await userEvent.click(turnOn)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(screen.queryByText(/refuses notifications/)).toBeNull()
  notification.permission = 'denied'
  await userEvent.click(turnOn)
  await screen.findByText(/refuses notifications/)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
