// Shows push messages, and a page of its own where the club cannot be reached. It keeps that page and nothing else.
const CACHE = 'offline'
const PAGE = '/offline.html'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: 'reload' }))),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

// only whole pages: what the club's own screens ask for goes out as if there were no worker
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(PAGE)) ?? Response.error()),
  )
})

self.addEventListener('push', (event) => {
  const { title = '', body = '', language = 'en', path = '/' } = parseMessage(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      lang: language,
      data: path,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      // the next one that leads there takes its place
      tag: path,
    }),
  )
})

function parseMessage(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(String(event.notification.data), self.location.origin)))
})

async function open(url) {
  // a message leads into the club, whatever it says
  const path = url.origin === self.location.origin ? url.pathname : '/'
  const tabs = await self.clients.matchAll({ type: 'window' })
  const known = tabs.find((tab) => new URL(tab.url).pathname === path)
  await (known ? known.focus() : self.clients.openWindow(path))
}

// log-out: a page that is being left cannot wait for all of this, so the worker does it by itself
self.addEventListener('message', (event) => {
  if (event.data?.forget === true) event.waitUntil(forget())
})

async function forget() {
  const { registration } = self
  const subscription = await registration.pushManager?.getSubscription().catch(() => null)
  const shown = await registration.getNotifications()
  for (const notification of shown) notification.close()
  await Promise.allSettled([
    subscription?.unsubscribe(),
    caches.delete(CACHE),
    registration.unregister(),
  ])
}
