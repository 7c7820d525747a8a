import { expect, test, vi } from 'vitest'
import { settings } from '#web/testing/notices.ts'
import { mendPush } from './pushSubscription.ts'

const KEY = 'BAECAwQ'
const OTHER = 'BAECAwU'
const bytes = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer
const markOf = async (text: string) => {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(sum)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

type Held = { endpoint: string; key: string } | null

/** A browser with a subscription or none, and a club that knows one of it or none. */
async function openBrowser(held: Held, known: string | null, permission = 'granted') {
  const asked: string[] = []
  let now = held
  const subscription = () =>
    now && {
      endpoint: now.endpoint,
      options: { applicationServerKey: bytes(now.key + '==='.slice((now.key.length + 3) % 4)) },
      toJSON: () => ({
        endpoint: now?.endpoint,
        keys: { p256dh: 'p'.repeat(20), auth: 'a'.repeat(20) },
      }),
      unsubscribe: async () => ((now = null), asked.push('unsubscribed'), true),
    }
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (now) throw new DOMException('another key', 'InvalidStateError')
      now = { endpoint: 'https://push.example.org/new', key: applicationServerKey }
      asked.push('subscribed')
      return subscription()
    },
  }
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const url = typeof input === 'string' ? input : input.url
    const method = (typeof input === 'string' ? init?.method : input.method) ?? 'GET'
    if (method !== 'GET') asked.push(`${method} ${new URL(url, location.href).pathname}`)
    const current = known && {
      id: '018f0000-0000-7000-8000-000000000009',
      service: 'push.example.org',
      since: '2026-05-04T10:00:00.000Z',
      isCurrent: true,
      mark: await markOf(known),
    }
    if (method === 'POST') return Response.json(current ?? {})
    if (method === 'DELETE') return Response.json({ done: true })
    return Response.json({ settings, browsers: current ? [current] : [], pushKey: KEY })
  })
  await mendPush({ pushManager } as unknown as ServiceWorkerRegistration)
  return { asked, holds: now }
}

const ONE = 'https://push.example.org/one'

test('a browser and a club that hold the same leave it so', async () => {
  expect(await openBrowser({ endpoint: ONE, key: KEY }, ONE)).toMatchObject({ asked: [] })
  expect(await openBrowser(null, null)).toMatchObject({ asked: [], holds: null })
})

test('what the club took out, because it never worked or somebody removed it, goes in the browser too', async () => {
  const { asked, holds } = await openBrowser({ endpoint: ONE, key: KEY }, null)
  expect([asked, holds]).toEqual([['unsubscribed'], null])
})

test.each([
  ['lost', null],
  ['has for another key', { endpoint: ONE, key: OTHER }],
  ['got a new address for', { endpoint: 'https://push.example.org/moved', key: KEY }],
])('what the browser %s is made anew, the old one dropped first', async (_, held) => {
  const { asked, holds } = await openBrowser(held, ONE)
  const dropped = held ? ['unsubscribed'] : []
  expect(asked).toEqual([...dropped, 'subscribed', 'POST /api/mine/push'])
  expect(holds?.key).toBe(KEY)
})

test('what the browser may show no more is taken out at the club', async () => {
  const { asked } = await openBrowser(null, ONE, 'denied')
  expect(asked).toEqual(['DELETE /api/mine/push/018f0000-0000-7000-8000-000000000009'])
})
