import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import auth from '#web/text/en/auth.json'
import en from '#web/text/en/settings.json'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
const click = async (name: string, within_ = screen.getByRole('main')) =>
  userEvent.click(within(within_).getByRole('button', { name }))

test('the landing page welcomes, with the two ways in and the legal links', async () => {
  await openTab('/')
  expect(await heading('Welcome to Parlour Club.')).toBeTruthy()
  expect(screen.getByText(/^A private, members-only space to connect/).textContent).toBe(
    'A private, members-only space to connect, flirt, and meet. 18+.',
  )
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(['Sign Up', 'Log In', 'Imprint'].map(leadsTo)).toEqual([
    '/signup',
    '/login',
    '/legal/impressum',
  ])
})

test('a confirmation link waits for a click, then leads to the log-in', async () => {
  const token = 'a'.repeat(40)
  const { server } = await openTab(
    { pathname: '/', hash: `#confirm=${token}` },
    { answers: { '/api/auth/confirmation': done } },
  )
  await heading('Confirm your email address')
  expect(server.asked.map(({ path }) => path)).not.toContain('/api/auth/confirmation')
  await click('Confirm email address')
  expect((await screen.findByText('Your email address is confirmed')).textContent).toBeTruthy()
  expect(server.asked.find(({ path }) => path === '/api/auth/confirmation')?.body).toEqual({
    token,
  })
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login')
})

test('a used confirmation link says so', async () => {
  await openTab(
    { pathname: '/', hash: `#confirm=${'b'.repeat(40)}` },
    { answers: { '/api/auth/confirmation': () => refusal('invalid_link', {}, 422) } },
  )
  await heading('Confirm your email address')
  await click('Confirm email address')
  expect((await screen.findByRole('alert')).textContent).toContain('invalid or has expired')
})

test('an unknown address is the not-found page, with a way home', async () => {
  await openTab('/nowhere/at/all')
  expect(await heading('Oops! Page not found')).toBeTruthy()
  const home = within(screen.getByRole('main')).getByRole('link')
  expect(home.getAttribute('href')).toBe('/')
})

test.each(['/legal/terms', '/legal/anything-else'])(
  '%s shows the terms in both languages',
  async (path) => {
    await openTab(path)
    const german = await heading('Allgemeine Geschäftsbedingungen')
    const english = await heading('Terms of Service')
    expect([german, english].map((one) => one.closest('[lang]')?.getAttribute('lang'))).toEqual([
      'de',
      'en',
    ])
    expect(screen.getAllByText('Version 2.0.0')).toHaveLength(2)
    for (const link of screen.getByRole('main').querySelectorAll('a[href^="#"]')) {
      expect(document.querySelector(link.getAttribute('href') ?? '')).toBeTruthy()
    }
  },
)

test('the settings have their six cards and every button', async () => {
  await openTab('/settings', { session: mila })
  await heading('Settings')
  const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const { subscription, cookies, privacy, legal, danger, log_out } = en
  expect(cards).toEqual([subscription, cookies, privacy, legal, danger, log_out])
  expect(screen.getByText('Free Plan')).toBeTruthy()
  expect(screen.getByText('Access to 3 rooms')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Back to the rooms/ }).getAttribute('href')).toBe(
    '/rooms',
  )
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Upgrade',
    'Cancel subscription',
    'Change cookie settings',
    'Export my data',
    'Delete account',
    'Log Out',
  ])
  expect(within(screen.getByRole('region', { name: 'Legal' })).getAllByRole('link')).toHaveLength(4)
})

test('cancelling on the Free plan asks, then tells in both languages that nothing runs', async () => {
  await openTab('/settings', { session: mila })
  await heading('Settings')
  await click('Cancel subscription')
  await click('Cancel subscription', await screen.findByRole('dialog'))
  expect(
    (await screen.findByText('No paid subscription is running', { exact: false })).textContent,
  ).toBe('Es läuft kein bezahltes Abo / No paid subscription is running')
})

test('deleting names the 30 days and does not pretend', async () => {
  await openTab('/settings', { session: mila })
  await heading('Settings')
  await click('Delete account')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('within 30 days')
  await click('Delete account', dialog)
  expect(await screen.findByText(/Your account was not deleted/)).toBeTruthy()
})

test('what is not built yet says so', async () => {
  await openTab('/settings', { session: mila })
  await heading('Settings')
  await click('Export my data')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('does not do so yet')
  await click('Understood', dialog)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('logging out leads to the landing page and wipes what was written', async () => {
  const draft = `parlour.draft.${mila.userId}.lounge`
  localStorage.setItem(draft, 'half a sentence')
  const tab = await openTab('/settings', { session: mila })
  await heading('Settings')
  await click('Log Out')
  const asking = await screen.findByRole('dialog', { name: auth.log_out_unsent_title })
  expect(localStorage.getItem(draft)).toBe('half a sentence')
  await click(auth.log_out_anyway, asking)
  await heading('Welcome to Parlour Club.')
  expect(tab.at()).toBe('/')
  expect(localStorage.getItem(draft)).toBeNull()
})
