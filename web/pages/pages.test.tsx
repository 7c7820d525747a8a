import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { billing } from '#web/testing/billing.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import words from '#web/text/en/session.json'
import en from '#web/text/en/settings.json'
import { now } from '#testing/random.ts'

Element.prototype.scrollIntoView = () => {}

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
const click = async (name: string, within_ = screen.getByRole('main')) =>
  userEvent.click(within(within_).getByRole('button', { name }))

test.each(['/waitlist', '/invite', '/legal/terms', '/legal/anything-else', '/nowhere/at/all'])(
  'for %s the browser leaves the app, because it is a page of its own',
  async (path) => {
    const left: string[] = []
    vi.stubGlobal('location', { ...window.location, replace: (to: string) => left.push(to) })
    await openTab(path)
    await expect.poll(() => left).toEqual([path])
  },
)

test('a server that answers a public page with the app is not asked again and again', async () => {
  await openTab(window.location.pathname)
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
})

test('a page that was not loaded yet says that the line is dead, and comes by itself', async () => {
  const path = '#web/pages/settings/AppearancePage.tsx'
  vi.doMock(path, () => Promise.reject(new TypeError('Failed to fetch')))
  await openTab('/settings', {
    session: mila,
    language: 'en',
    answers: { ...settings, '/favicon.svg': () => Promise.reject(new TypeError('offline')) },
  })
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }))
  await userEvent.click(list.getByRole('link', { name: /^Look and language/ }))
  await screen.findByText('Network error. Please check your connection and try again.')
  // nothing is said of a newer version, and nobody need reload
  expect(screen.queryByText(/newer version/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  vi.doUnmock(path)
  act(() => void window.dispatchEvent(new Event('online')))
  await heading('Look and language')
  expect(screen.queryByText(/Network error/)).toBeNull()
})

const device = (number: number) => ({
  id: `018f0000-0000-7000-8000-00000000000${number}`,
  browser: 'firefox',
  system: 'linux',
  createdAt: now().toISOString(),
  lastUsedAt: now().toISOString(),
  isThis: number === 1,
})
const settings = {
  '/api/billing': () => Response.json(billing()),
  '/api/security/sessions': () => Response.json({ sessions: [device(1), device(2)] }),
  '/api/blocks': () => Response.json({ blocks: [], mutes: [], hiddenPosts: 0 }),
}
const list = () => within(screen.getByRole('navigation', { name: 'Settings' }))

test('the settings have the six cards of the specification in its order, and beside them a list of pages', async () => {
  await openTab('/settings', { session: mila, answers: settings })
  await heading('Settings')
  const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const { subscription, cookies, privacy, legal, danger, log_out } = en
  expect(cards).toEqual([subscription, cookies, privacy, legal, danger, log_out])
  const links = list().getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/settings/account',
    '/settings/notifications',
    '/settings/appearance',
    '/settings/visibility',
    '/settings/records',
    '/invitations',
  ])
  await list().findByText('2 devices')
  await list().findByText('nobody blocked')
  expect(screen.getByRole('link', { name: /Back to the rooms/ }).getAttribute('href')).toBe(
    '/rooms',
  )
  expect(await screen.findByText('Free Plan')).toBeTruthy()
  expect(screen.getByText('Access to 3 rooms')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/upgrade')
  await main.findByRole('button', { name: 'Export my data' })
  for (const name of ['Cancel subscription', 'Change cookie settings', 'Delete account', 'Log Out'])
    expect(main.getByRole('button', { name })).toBeTruthy()
  const legalLinks = within(screen.getByRole('region', { name: 'Legal' })).getAllByRole('link')
  expect(legalLinks.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Terms of service', '/legal/terms'],
    ['Privacy policy', '/legal/privacy'],
    ['Imprint', '/legal/impressum'],
    ['Cookie policy', '/legal/cookies'],
  ])
})

test.each([
  ['account', 'Account and login', 'Password'],
  ['appearance', 'Look and language', null],
  ['visibility', 'Visibility', 'Discretion'],
  ['records', 'My records', 'Requests under the GDPR'],
  ['contract', 'Contract and invoices', 'Subscription'],
])('the page %s of the settings stands beside the list', async (part, title, card) => {
  await openTab(`/settings/${part}`, { session: mila, answers: settings })
  await heading(title)
  if (card) await screen.findByRole('heading', { level: 2, name: card })
  const current = list().queryByRole('link', { current: 'page' })
  expect(current?.getAttribute('href') ?? null).toBe(
    part === 'contract' ? null : `/settings/${part}`,
  )
})

// in the bar of a phone, and at a desk above the page
test.each([
  [false, 'banner'],
  [true, 'main'],
])(
  'from a page of the settings one comes back to the first (at a desk: %s)',
  async (isWide, place) => {
    const tab = await openTab('/settings/account', { session: mila, answers: settings, isWide })
    await heading('Account and login')
    const ways = within(screen.getByRole(place)).getAllByRole('link', { name: 'Settings' })
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/settings'])
    await userEvent.click(ways[0]!)
    await expect.poll(tab.at).toBe('/settings')
    await heading('Settings')
  },
)

test.each([
  ['#security', '/settings/account', ''],
  ['#security-password', '/settings/account', '#security-password'],
  ['#notifications', '/settings/notifications', ''],
  ['#push', '/settings/notifications', '#push'],
  ['#presence', '/settings/visibility', '#presence'],
  ['#blocks', '/settings/visibility', '#blocks'],
  ['#consents', '/settings/records', '#consents'],
  ['#requests', '/settings/records', '#requests'],
  ['#in-review', '/settings/records', ''],
  ['#subscription', '/settings', '#subscription'],
  ['#danger', '/settings', '#danger'],
])('an old link to %s of the settings leads to where it is now', async (hash, path, place) => {
  const tab = await openTab({ pathname: '/settings', hash }, { session: mila, answers: settings })
  await expect.poll(tab.at).toBe(path)
  expect(tab.location().hash).toBe(place)
})

test('one field finds whatever is somewhere in the settings, and Enter goes to the first', async () => {
  const tab = await openTab('/settings', { session: mila, answers: settings })
  await heading('Settings')
  const field = screen.getByRole('searchbox', { name: 'Find a setting' })
  await userEvent.type(field, 'block')
  expect(
    list()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Blocked, muted and hiddenVisibility'])
  expect(screen.queryByRole('region', { name: 'Legal' })).toBeNull()
  for (const [word, found] of [
    ['muted', 'Blocked, muted and hiddenVisibility'],
    ['order of posts', 'Order of postsLook and language'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, word)
    expect(list().getByRole('link').textContent).toBe(found)
  }
  await userEvent.clear(field)
  await userEvent.type(field, 'imprint')
  expect(screen.getByRole('region', { name: 'Legal' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Log Out' })).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'nothing of the kind')
  expect(screen.getByText('Nothing here is called that.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'passw{Enter}')
  await expect.poll(tab.at).toBe('/settings/account')
  expect(tab.location().hash).toBe('#security-password')
})

test.each([
  [{ isSubscriber: false, used: 2, limit: 3 }, 'Free Plan', 'Access to 3 rooms', true],
  [{ isSubscriber: true, used: 7, limit: null }, 'Premium', '7 rooms, all are open', false],
])(
  'the card of the plan says what the list of rooms says: %o',
  async (plan, name, text, isOffered) => {
    const answers = {
      ...settings,
      '/api/billing': () => Response.json(billing({ plan, provider: null })),
    }
    await openTab('/settings', { session: mila, answers })
    const card = within(await screen.findByRole('region', { name: 'Subscription' }))
    await card.findByText(name)
    card.getByText(text)
    const upgrade = card.queryByRole('link', { name: 'Upgrade' })
    // stands out only where it can be paid for
    expect(upgrade?.dataset['look'] ?? null).toBe(isOffered ? 'quiet' : null)
  },
)

test('cancelling on the Free plan asks, then tells in both languages that nothing runs', async () => {
  const answers = {
    '/api/billing': () => Response.json(billing()),
    '/api/billing/cancellations': () => refusal('nothing_to_cancel', {}, 409),
  }
  await openTab('/settings', { session: mila, answers })
  await screen.findByText('Free Plan')
  await click('Cancel subscription')
  await click('Cancel subscription', await screen.findByRole('dialog'))
  expect(
    (await screen.findByText('No paid subscription is running', { exact: false })).textContent,
  ).toBe('Es läuft kein bezahltes Abo / No paid subscription is running')
})

test('logging out leads to the landing page and wipes what was written', async () => {
  const draft = `parlour.draft.${mila.userId}.lounge`
  localStorage.setItem(draft, 'half a sentence')
  const tab = await openTab('/settings', { session: mila })
  await heading('Settings')
  await click('Log Out')
  const asking = await screen.findByRole('dialog', { name: words.log_out_unsent_title })
  expect(localStorage.getItem(draft)).toBe('half a sentence')
  await click(words.log_out_anyway, asking)
  await expect.poll(tab.at).toBe('/')
  expect(localStorage.getItem(draft)).toBeNull()
})

test('the cookie card says what was chosen on this device, and takes it back', async () => {
  const record = { necessary: true, analytics: false, marketing: false }
  const timestamp = now().toISOString()
  localStorage.setItem('cookie-consent', JSON.stringify({ ...record, timestamp }))
  let reloads = 0
  vi.stubGlobal('location', { ...window.location, reload: () => (reloads += 1) })
  const { server } = await openTab('/settings', { session: mila })
  await heading('Settings')
  expect(screen.getByText(/^On this device, since .*: necessary only\.$/)).toBeTruthy()
  await click('Change cookie settings')
  expect([localStorage.getItem('cookie-consent'), reloads]).toEqual([null, 1])
  const logged = server.requests.filter(({ path }) => path === '/api/cookie-choices')
  expect(logged).toMatchObject([{ method: 'POST', body: { method: 'withdraw', language: 'mul' } }])
})

test('in every footer the choice about cookies can be taken back', async () => {
  let reloads = 0
  vi.stubGlobal('location', { ...window.location, reload: () => (reloads += 1) })
  await openTab('/login')
  await heading('Log in')
  const footer = within(await screen.findByRole('contentinfo'))
  const button = footer.getByRole('button', { name: 'Cookie-Einstellungen / Cookie settings' })
  expect([...button.querySelectorAll('[lang]')].map((one) => one.textContent)).toEqual([
    'Cookie-Einstellungen',
  ])
  await userEvent.click(button)
  expect(reloads).toBe(1)
})
