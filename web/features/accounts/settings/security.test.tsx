import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogIn, OpenSession, Security } from '#contract/accounts/security.ts'
import { closeTab, done, mila, openTab, plainSecurity, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const EMAIL = '/api/security/email'
const PASSWORD = '/api/security/password'
const SESSIONS = '/api/security/sessions'
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const session = (number: number, more: Partial<OpenSession> = {}): OpenSession => ({
  id: idOf(number),
  browser: 'firefox',
  system: 'windows',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
  isThis: false,
  ...more,
})
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const told = async (words: string | RegExp) => {
  const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(statuses().join('\n')).toMatch(words))
}

/** The settings of somebody whose security is this; what an act changes, it changes in `club`. */
async function openSettings(more: Partial<Security> = {}, language: 'mul' | 'de' = 'mul') {
  const club = {
    security: { ...plainSecurity, ...more },
    sessions: [session(1, { isThis: true, browser: 'chrome', system: 'macos' })],
    needsProof: true,
  }
  const guarded = (act: () => Response) => () =>
    club.needsProof ? refusal('proof_needed', {}, 403) : act()
  const tab = await openTab('/settings/account', {
    session: mila,
    language,
    answers: {
      '/api/security': () => Response.json(club.security),
      [SESSIONS]: () => Response.json({ sessions: club.sessions }),
      '/api/auth/proof': () => {
        club.needsProof = false
        return Response.json({ until: '2026-11-21T12:10:00.000Z' })
      },
      [EMAIL]: ({ method, body }) => {
        if (method === 'DELETE') club.security.pendingEmail = null
        else
          return guarded(() => {
            club.security.pendingEmail = (body as { email: string }).email
            return done()
          })()
        return done()
      },
    },
  })
  await button(language === 'de' ? 'Passwort ändern' : 'Change password')
  return { ...tab, club }
}

test('a new address is asked for, proved, and waits until it is confirmed', async () => {
  const { server } = await openSettings()
  const opener = await button('Change email address')
  await userEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  const email = await field('New email address')
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, 'mila{Enter}')
  expect(await screen.findByText('Invalid email address')).toBeTruthy()
  expect(server.times(EMAIL)).toBe(0)
  await userEvent.type(email, '@new.example{Enter}')

  const dialog = within(await screen.findByRole('dialog', { name: /confirm that it is you/ }))
  await userEvent.type(await dialog.findByLabelText('Password'), 'correct horse{Enter}')
  await told('A message to mila@new.example is on its way.')
  expect(await screen.findByText('mila@new.example waits to be confirmed')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(opener))

  await press('Keep the old address')
  await told('Your old address stays.')
  await waitFor(() => expect(screen.queryByText(/waits to be confirmed/)).toBeNull())
})

test('who will not prove who they are keeps what was typed, and nothing changes', async () => {
  const { club } = await openSettings()
  await press('Change email address')
  await userEvent.type(await field('New email address'), 'mila@new.example{Enter}')
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await field('New email address')).value).toBe('mila@new.example')
  expect(club.security.pendingEmail).toBeNull()
  const opener = await button('Change email address')
  await press('Cancel')
  expect(document.activeElement).toBe(opener)
})

test('the password is changed by who knows the current one', async () => {
  const { server, club } = await openSettings()
  const opener = await button('Change password')
  await userEvent.click(opener)
  const current = await field('Current password')
  expect(document.activeElement).toBe(current)
  await userEvent.keyboard('{Enter}')
  expect(server.times(PASSWORD)).toBe(0)
  await userEvent.type(current, 'wrong horse')
  await userEvent.type(await field('New password'), 'short')
  await press('Save new password')
  expect(server.times(PASSWORD)).toBe(0)
  await userEvent.type(await field('New password'), ' but longer')

  server.answers[PASSWORD] = () => refusal('invalid_credentials', {}, 401)
  await press('Save new password')
  expect(await screen.findByText('This is not your current password.')).toBeTruthy()
  expect(document.activeElement).toBe(current)
  server.answers[PASSWORD] = () => refusal('weak_password', {}, 422)
  await press('Save new password')
  expect(await screen.findByText(/Password is too weak/)).toBeTruthy()
  expect(document.activeElement).toBe(await field('New password'))
  server.answers[PASSWORD] = done
  const before = server.times(SESSIONS)
  await press('Save new password')
  await told(/Every other device is logged out/)
  expect(document.activeElement).toBe(opener)
  await waitFor(() => expect(server.times(SESSIONS)).toBe(before + 1))
  expect(club.needsProof).toBe(true)
})

test('each browser that is signed in has its line; one is ended, then all others', async () => {
  const first = await openSettings()
  const { club } = first
  club.sessions.push(
    session(2),
    session(3, { browser: 'other', system: 'other' }),
    session(4, { browser: 'safari', system: 'ios' }),
  )
  closeTab()
  const { server } = await openTab('/settings/account', {
    session: mila,
    answers: first.server.answers,
  })
  const lines = async () => {
    const list = within(await screen.findByRole('region', { name: 'Where you are logged in' }))
    return (await list.findAllByRole('listitem')).map(({ textContent }) => textContent)
  }
  await button('End the session in Firefox, Windows')
  expect((await lines())[0]).toMatch(/^Chrome, macOS.*This device.*Last used 20 November 2026/)
  expect(screen.queryByRole('button', { name: 'End the session in Chrome, macOS' })).toBeNull()
  await button('End the session in Another browser, unknown system')

  server.answers[`${SESSIONS}/${idOf(2)}`] = () => {
    club.sessions = club.sessions.filter(({ id }) => id !== idOf(2))
    return refusal('PGRST116', {}, 404)
  }
  await press('End the session in Firefox, Windows')
  await told('The session in Firefox, Windows has ended.')
  await waitFor(async () => expect(await lines()).toHaveLength(3))
  expect(document.activeElement?.tagName).toBe('UL')

  server.answers[`${SESSIONS}/end-others`] = () => {
    club.sessions = club.sessions.filter(({ isThis }) => isThis)
    return Response.json({ ended: 2 })
  }
  await press('End all other sessions')
  await told('2 other sessions have ended.')
  await waitFor(async () => expect(await lines()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
})

test('what cannot be loaded says so, and can be tried again', async () => {
  const { server, club } = await openSettings()
  closeTab()
  const answers = { ...server.answers, '/api/security': () => refusal('unavailable', {}, 503) }
  const tab = await openTab('/settings/account', { session: mila, answers })
  const alert = within(
    (await screen.findByText('Login and security could not be loaded')).closest('[role=alert]')!,
  )
  tab.server.answers['/api/security'] = () => Response.json(club.security)
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  await button('Change password')
})

test('in German everything is German', async () => {
  await openSettings({ pendingEmail: 'neu@example.org' }, 'de')
  expect(screen.getByText('neu@example.org ist noch nicht bestätigt')).toBeTruthy()
  await screen.findByText('Dieses Gerät')
  await press('E-Mail-Adresse ändern')
  await userEvent.type(await field('Neue E-Mail-Adresse'), 'mila@neu.example{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: /bestätigen Sie/ }))
  expect(await dialog.findByLabelText('Passwort')).toBeTruthy()
})

test('language and appearance are chosen in the settings as well', async () => {
  await openTab('/settings/appearance', { session: mila })
  await userEvent.click(await screen.findByRole('radio', { name: 'Deutsch' }))
  expect(await screen.findByRole('radio', { name: 'Gemischt, wie es der Club hält' })).toBeTruthy()
  expect(localStorage.getItem('language')).toBe('de')
  const dark = screen.getByRole<HTMLInputElement>('radio', { name: 'Dunkel' })
  expect(dark.checked).toBe(false)
  await userEvent.click(dark)
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: 'Hell' }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('log-ins and refused attempts are told, the newest few first', async () => {
  const { server } = await openSettings()
  closeTab()
  const logIn = (number: number, more: Partial<LogIn> = {}): LogIn => ({
    id: idOf(number),
    at: `2026-11-20T10:0${number}:00.000Z`,
    how: 'password',
    isRefused: false,
    browser: 'firefox',
    system: 'windows',
    ...more,
  })
  const logIns = [
    logIn(7, { isRefused: true, how: 'second_factor', browser: 'safari', system: 'ios' }),
    logIn(6, { isRefused: true }),
    ...[5, 4, 3, 2].map((number) => logIn(number)),
  ]
  const answers = { ...server.answers, '/api/security/log-ins': () => Response.json({ logIns }) }
  await openTab('/settings/account', { session: mila, answers })
  const region = within(await screen.findByRole('region', { name: 'Logins and attempts' }))
  const lines = async () =>
    (await region.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect((await lines())[0]).toMatch(
    /^Safari, iOS.*Refused.*20 November 2026.*by second factor after the right password$/,
  )
  expect((await lines())[2]).toMatch(/^Firefox, Windows20 November 2026.*by password$/)
  expect(await lines()).toHaveLength(5)
  const opener = region.getByRole('button', { name: 'Earlier ones' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(opener)
  expect(await lines()).toHaveLength(6)
})
