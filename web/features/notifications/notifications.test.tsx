import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'
import { settings } from '#web/testing/notices.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear(), vi.unstubAllGlobals()))

const COUNT = '/api/bell/unread'
Element.prototype.scrollIntoView = () => {}
const ID = '018f0000-0000-7000-8000-0000000000'
const ben = { id: `${ID}0b`, username: 'Ben', portrait: null }
const post = {
  id: `${ID}0c`,
  room: 'lounge',
  roomName: 'Lounge',
  number: 7,
  text: 'By the window.',
}
const rang = (at: number, more: Partial<BellItem> = {}): BellItem => ({
  id: `${ID}${at}`,
  kind: 'reply',
  at: '2026-11-20T18:05:00.000Z',
  isRead: false,
  actors: [ben],
  count: 1,
  isWaveOwed: false,
  post,
  reference: null,
  ...more,
})
const goLive = async () => {
  await waitFor(() => expect(TestStream.all).toHaveLength(1))
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [] }))
}

test('what rang is counted, also when the count of before is answered after it', async () => {
  const before = Promise.withResolvers<Response>()
  const { server } = await openTab('/rooms', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: { [COUNT]: () => before.promise },
  })
  await waitFor(() => expect(TestStream.all).toHaveLength(1))
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [] }))
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

/** A device that push was turned on at once, and may not be any more. */
function holdPush({ isHeld, permission }: { isHeld: boolean; permission: string }) {
  let held = isHeld
  const pushManager = {
    getSubscription: async () =>
      held ? { unsubscribe: async () => ((held = false), true) } : null,
  }
  const serviceWorker = { getRegistration: async () => ({ pushManager }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('PushManager', {})
  return { isHeld: () => held }
}

test.each(['/rooms', '/admin'])('a start at %s drops what the club took out', async (path) => {
  const device = holdPush({ isHeld: true, permission: 'granted' })
  await openTab(path, {
    session: { ...mila, isAdmin: true, isModerator: true },
    answers: {
      '/api/mine/notifications': () => Response.json({ settings, browsers: [], pushKey: 'AA' }),
    },
  })
  await expect.poll(device.isHeld).toBe(false)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a push message goes from the device once all is read, also where that was done elsewhere', async () => {
  const close = vi.fn()
  const asked = vi.fn<(by: { tag: string }) => Promise<object[]>>(async () => [{ close }])
  const serviceWorker = { getRegistration: async () => ({ getNotifications: asked }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  await openTab('/rooms', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: { [COUNT]: () => Response.json({ unread: 1 }) },
  })
  await goLive()
  await screen.findByRole('link', { name: /1 unread/ })
  expect(close).not.toHaveBeenCalled()
  act(() => TestStream.current.bring({ type: 'bell', unread: 0 }))
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(asked).toHaveBeenCalledWith({ tag: '/notices' })
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** The settings of somebody who gets push messages in one browser, until it is taken off the list. */
function openWithBrowser({ isCurrent }: { isCurrent: boolean }) {
  const browser = {
    id: `${ID}09`,
    service: 'push.example.org',
    since: '2026-05-04T10:00:00.000Z',
    isCurrent,
    mark: 'm',
  }
  let browsers = [browser]
  return openTab('/settings/notifications', {
    session: mila,
    language: 'en',
    answers: {
      '/api/mine/notifications': () => Response.json({ settings, browsers, pushKey: 'AA' }),
      [`/api/mine/push/${browser.id}`]: () => ((browsers = []), done()),
    },
  })
}

test.each([
  ['took permission away', 'denied', /refuses notifications/],
  ['forgot all of the club', 'default', 'Push messages are off on this device.'],
])('where the browser %s, the settings say so from the start on', async (_, permission, words) => {
  holdPush({ isHeld: false, permission })
  await openWithBrowser({ isCurrent: true })
  await screen.findByText(words)
  expect(screen.queryByText(/Push messages are on/)).toBeNull()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('another browser is taken off the list, and the focus stays by it', async () => {
  await openWithBrowser({ isCurrent: false })
  await userEvent.click(
    await screen.findByRole('button', { name: /^Remove ?\(push\.example\.org\)$/ }),
  )
  await waitFor(() => expect(screen.queryByText(/push\.example\.org/)).toBeNull())
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('whoever ends the daily emails by their link is told so where they are', async () => {
  const { server } = await openTab('/digest-off#token', {
    language: 'en',
    answers: { '/api/digest/end': done },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End these emails' }))
  await screen.findByText('Done: no more such emails.')
  expect(server.requests.at(-1)).toMatchObject({ body: { token: 'token' } })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('push messages of tables are chosen by themselves, and off until then', async () => {
  const { server } = await openTab('/settings/notifications', {
    session: mila,
    language: 'en',
    answers: {
      '/api/mine/notifications': ({ method, body }) =>
        Response.json(
          method === 'PUT'
            ? { ...settings, ...(body as object) }
            : { settings, browsers: [], pushKey: 'AA' },
        ),
    },
  })
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /Push messages from tables/,
  })
  expect(choice.checked).toBe(false)
  await userEvent.click(choice)
  await waitFor(() =>
    expect(
      server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body),
    ).toEqual([
      // nothing of what another page may have changed meanwhile
      { pushesMessages: true },
    ]),
  )
})

test('of two quick choices the second brings back nothing that was ended elsewhere', async () => {
  // in the mail of the digest, after this page was read
  const stored = { ...settings, hasDigest: false }
  const answers: (() => void)[] = []
  const { server } = await openTab('/settings/notifications', {
    session: mila,
    language: 'en',
    answers: {
      '/api/mine/notifications': ({ method, body }) => {
        const shown = { ...settings, hasDigest: true }
        if (method !== 'PUT') return Response.json({ settings: shown, browsers: [], pushKey: 'AA' })
        Object.assign(stored, body)
        const { promise, resolve } = Promise.withResolvers<Response>()
        answers.push(() => resolve(Response.json(stored)))
        return promise
      },
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: /Push messages from tables/ }))
  await waitFor(() => expect(answers).toHaveLength(1))
  await userEvent.click(screen.getByRole('checkbox', { name: /Say who did what/ }))
  answers[0]!()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!()
  expect(server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { pushesMessages: true },
    { pushesMessages: true, showsContent: !settings.showsContent },
  ])
  const digest = screen.getByRole<HTMLInputElement>('checkbox', { name: /One email a day/ })
  await waitFor(() => expect(digest.checked).toBe(false))
})

test('above the rooms stand three of what is unread, and the way to all of it', async () => {
  const items = [
    rang(21, { kind: 'mutual_wave', post: null }),
    rang(22, { isRead: true }),
    rang(23),
    rang(24, { kind: 'decision', actors: [], post: null, reference: 'S-2026-000001' }),
    rang(25, { kind: 'wave' }),
  ]
  const { at, server } = await openTab('/rooms', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      [COUNT]: () => Response.json({ unread: 4 }),
      '/api/bell': () => Response.json({ items, next: null }),
      [`/api/bell/${ID}21/read`]: () => Response.json({ unread: 3 }),
    },
  })
  await goLive()
  const mine = within(await screen.findByRole('region', { name: 'For you' }))
  const [all, ...lines] = mine.getAllByRole('link')
  expect(all!.getAttribute('href')).toBe('/notices')
  expect(lines.map((line) => line.getAttribute('href'))).toEqual([
    `/member/${ben.id}`,
    '/room/lounge#post-7',
    '/statements/S-2026-000001',
  ])
  await userEvent.click(lines[0]!)
  await waitFor(() => expect(at()).toBe(`/member/${ben.id}`))
  await waitFor(() => expect(server.times(`/api/bell/${ID}21/read`)).toBe(1))
})

test('nobody is asked what is for oneself as long as nothing rang', async () => {
  const { server } = await openTab('/rooms', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: { [COUNT]: () => Response.json({ unread: 0 }) },
  })
  await goLive()
  await waitFor(() => expect(server.times('/api/rooms/question')).toBe(1))
  expect(server.times('/api/bell')).toBe(0)
})

test('a reply is answered in its line, which is read by that', async () => {
  const sent: unknown[] = []
  const { server } = await openTab('/notices', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/bell': () =>
        Response.json({
          items: [rang(21), rang(22, { kind: 'wave', count: 2 })],
          next: null,
        }),
      [`/api/bell/${ID}21/read`]: () => Response.json({ unread: 0 }),
      '/api/rooms/lounge/posts': ({ body }) => {
        sent.push(body)
        return refusal('unavailable', {}, 503)
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Ben' }))
  const box = await screen.findByRole('textbox', { name: 'Your reply' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  await userEvent.type(box, 'Coming')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ text: 'Coming', replyTo: post.id })
  expect(server.times(`/api/bell/${ID}21/read`)).toBe(1)
})
