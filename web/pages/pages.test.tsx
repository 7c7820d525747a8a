import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { billing } from '#web/testing/billing.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import bell from '#web/text/en/bell.json'
import consent from '#web/text/en/consent.json'
import safety from '#web/text/en/safety.json'
import security from '#web/text/en/security.json'
import words from '#web/text/en/session.json'
import mine from '#web/text/en/mine.json'
import en from '#web/text/en/settings.json'
import { now } from '#testing/random.ts'

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

test('the settings have the cards of the specification in its order, each of the others where it belongs', async () => {
  const answers = {
    '/api/consents': () => Response.json({ consents: [] }),
    '/api/billing': () => Response.json(billing()),
    '/api/security/sessions': () => Response.json({ sessions: [] }),
  }
  await openTab('/settings', { session: mila, answers })
  await heading('Settings')
  const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const { subscription, cookies, privacy, legal, danger, log_out } = en
  const specified = [subscription, cookies, privacy, legal, danger, log_out]
  expect(cards.filter((card) => specified.includes(card ?? ''))).toEqual(specified)
  expect(cards).toEqual([
    subscription,
    en.invitations,
    security.appearance,
    bell.card,
    cookies,
    security.card,
    privacy,
    safety.card,
    consent.card,
    mine.views,
    mine.mails,
    legal,
    danger,
    log_out,
  ])
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }))
  const links = contents.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(cards)
  for (const link of links)
    expect(document.getElementById(link.getAttribute('href')!.slice(1))?.textContent).toBe(
      link.textContent,
    )
  expect(screen.getByRole('link', { name: /Back to the rooms/ }).getAttribute('href')).toBe(
    '/rooms',
  )
  expect(screen.getByRole('link', { name: 'See your invitations' }).getAttribute('href')).toBe(
    '/invitations',
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
  const logged = server.asked.filter(({ path }) => path === '/api/cookie-choices')
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
