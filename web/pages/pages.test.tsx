import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routes } from '#web/routes.tsx'
import { applyClub } from '#web/text/club.ts'
import { startText } from '#web/text/i18n.ts'
import auth from '#web/text/en/auth.json'
import en from '#web/text/en/settings.json'

const member = {
  userId: '018f0000-0000-7000-8000-000000000001',
  email: 'mila@example.org',
  username: 'Mila',
  city: null,
  language: null,
  isAdmin: false,
  verificationStatus: 'none',
  isAdmitted: true,
  suspension: null,
  expiresAt: '2099-01-01T00:00:00.000Z',
}
const club = {
  name: 'Parlour',
  defaultLanguage: 'mul',
  emailConfirmation: 'off',
  admission: 'open',
  now: '2026-11-21T12:00:00.000Z',
} as const

class SilentStream {
  addEventListener() {}
  close() {}
}

let answers: Record<string, () => Response>
const asked: { path: string; body: unknown }[] = []

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  answers = {}
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    return answers[path]?.() ?? Response.json({ code: 'unexpected' }, { status: 500 })
  })
  applyClub(club)
  await startText('mul')
})
afterEach(() => (cleanup(), vi.unstubAllGlobals()))

function visit(path: string, session: typeof member | null = null) {
  let current = session
  answers['/api/auth/session'] = () =>
    Response.json({ session: current, recovery: false, refreshed: false, club })
  answers['/api/auth/log-out'] = () => {
    current = null
    return Response.json({ done: true })
  }
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
const click = async (name: string, within_ = screen.getByRole('main')) =>
  userEvent.click(within(within_).getByRole('button', { name }))

test('the landing page welcomes, with the two ways in and the legal links', async () => {
  visit('/')
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
  answers['/api/auth/confirmation'] = () => Response.json({ done: true })
  visit(`/#confirm=${token}`)
  await heading('Confirm your email address')
  expect(asked.map(({ path }) => path)).not.toContain('/api/auth/confirmation')
  await click('Confirm email address')
  expect((await screen.findByText('Your email address is confirmed')).textContent).toBeTruthy()
  expect(asked.find(({ path }) => path === '/api/auth/confirmation')?.body).toEqual({ token })
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login')
})

test('a used confirmation link says so', async () => {
  answers['/api/auth/confirmation'] = () => Response.json({ code: 'invalid_link' }, { status: 422 })
  visit(`/#confirm=${'b'.repeat(40)}`)
  await heading('Confirm your email address')
  await click('Confirm email address')
  expect((await screen.findByRole('alert')).textContent).toContain('invalid or has expired')
})

test('an unknown address is the not-found page, with a way home', async () => {
  visit('/nowhere/at/all')
  expect(await heading('Oops! Page not found')).toBeTruthy()
  const home = within(screen.getByRole('main')).getByRole('link')
  expect(home.getAttribute('href')).toBe('/')
})

test.each(['/legal/terms', '/legal/anything-else'])(
  '%s shows the terms in both languages',
  async (path) => {
    visit(path)
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
  visit('/settings', member)
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
  visit('/settings', member)
  await heading('Settings')
  await click('Cancel subscription')
  await click('Cancel subscription', await screen.findByRole('dialog'))
  expect(
    (await screen.findByText('No paid subscription is running', { exact: false })).textContent,
  ).toBe('Es läuft kein bezahltes Abo / No paid subscription is running')
})

test('deleting names the 30 days and does not pretend', async () => {
  visit('/settings', member)
  await heading('Settings')
  await click('Delete account')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('within 30 days')
  await click('Delete account', dialog)
  expect(await screen.findByText(/Your account was not deleted/)).toBeTruthy()
})

test('what is not built yet says so', async () => {
  visit('/settings', member)
  await heading('Settings')
  await click('Export my data')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('does not do so yet')
  await click('Understood', dialog)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('logging out leads to the landing page and wipes what was written', async () => {
  const draft = `parlour.draft.${member.userId}.lounge`
  localStorage.setItem(draft, 'half a sentence')
  const router = visit('/settings', member)
  await heading('Settings')
  await click('Log Out')
  const asking = await screen.findByRole('dialog', { name: auth.log_out_unsent_title })
  expect(localStorage.getItem(draft)).toBe('half a sentence')
  await click(auth.log_out_anyway, asking)
  await heading('Welcome to Parlour Club.')
  expect(router.state.location.pathname).toBe('/')
  expect(localStorage.getItem(draft)).toBeNull()
})
