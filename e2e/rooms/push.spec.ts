import { aBrowser } from '#testing/fixtures/push.ts'
import { expect, expectAccessible, test, type Page } from '../club/journey.ts'
import { launching } from '../club/launching.ts'

// nothing less takes push messages
test.use({ launchOptions: launching('CHROMIUM_WHOLE') })

const main = (page: Page) => page.getByRole('main')

/** A browser that subscribes somewhere, which the one of a test does not. */
const subscribing = (page: Page, endpoint: string) =>
  page.addInitScript((json) => {
    const subscription = { toJSON: () => json, unsubscribe: async () => true }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
  }, aBrowser(endpoint).body)

test('push is chosen knowing through whom, shown by a worker that keeps one page, and ends with log-out @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device({ as: mia })
  await page.context().grantPermissions(['notifications'], { origin: club.url })
  await subscribing(page, 'https://web.push.apple.com/mia')
  await page.goto('/settings/notifications')
  const card = main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Push messages on this device' }) })
  await expect(card).toContainText('push service of the maker of your browser (Google)')
  await expect(card.getByRole('checkbox', { name: /One email a day/ })).not.toBeChecked()
  await card.getByRole('button', { name: 'Turn on push messages' }).click()
  await expect(card).toContainText('They go through web.push.apple.com')
  await card.getByRole('checkbox', { name: /One email a day/ }).click()
  await expect(card.getByRole('checkbox', { name: /One email a day/ })).toBeChecked()
  await expectAccessible(page)
  await page.reload()
  await expect(card.getByRole('checkbox', { name: /One email a day/ })).toBeChecked()
  await expect(card).toContainText('They go through web.push.apple.com')

  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return pages.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toEqual(['/offline.html'])

  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  // asking for the list while a message is being shown makes the browser lose it
  const isShown = new Promise<void>((resolve) => {
    devtools.on(
      'BackgroundService.backgroundServiceEventReceived',
      ({ backgroundServiceEvent }) => {
        if (backgroundServiceEvent.eventName === 'Push event completed') resolve()
      },
    )
  })
  const recorded = { service: 'pushMessaging' } as const
  await devtools.send('BackgroundService.setRecording', { ...recorded, shouldRecord: true })
  await devtools.send('BackgroundService.startObserving', recorded)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: club.url,
    registrationId: await registered,
    data: JSON.stringify({
      title: 'Parlour',
      body: 'There is something new for you.',
      path: '/notices',
    }),
  })
  await isShown
  const shown = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ body }) => body)
  })
  expect(shown).toEqual(['There is something new for you.'])

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left).toEqual([])
})
