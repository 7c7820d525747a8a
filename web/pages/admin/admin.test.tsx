import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const admin = { ...mila, isAdmin: true, isModerator: true }
const PAGES = {
  Heute: '/admin',
  Meldungen: '/admin/reports',
  Verifizierungen: '/admin/verifications',
  Einlass: '/admin/door',
  Nachrichten: '/admin/kontakt',
  Anträge: '/admin/requests',
  Zahlungen: '/admin/money',
  Mitglieder: '/admin/members',
  Räume: '/admin/rooms',
  Eisbrecher: '/admin/icebreakers',
  'Gesperrte Wörter': '/admin/words',
  Einstellungen: '/admin/settings',
  Protokoll: '/admin/audit',
  Aufbewahrung: '/admin/retention',
  Zahlen: '/admin/health',
}
const AT = '2026-11-20T12:00:00.000Z'
const ways = async () =>
  within(await screen.findByRole('navigation', { name: 'Seiten der Verwaltung' }))
const current = async () =>
  (await ways())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent)

test('from each admin page the others are one key away, and it says which one this is', async () => {
  const { at } = await openTab('/admin/verifications/', { session: admin })
  expect(await current()).toEqual(['Verifizierungen'])
  for (const [name, path] of Object.entries(PAGES).reverse()) {
    ;(await ways()).getByRole('link', { name }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: name === 'Heute' ? 'Heute zu tun' : name })
    expect(at()).toBe(path)
    expect(await current()).toEqual([name])
  }
})

test('a part of the administration that is not open yet leads to those that are', async () => {
  await openTab('/admin/users', { session: admin, language: 'en' })
  await screen.findByText('Not open yet')
  const links = within(
    screen.getByRole('navigation', { name: 'Pages of the administration' }),
  ).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href')?.split('?')[0])).toEqual(
    Object.values(PAGES),
  )
  expect(links.some((link) => link.hasAttribute('aria-current'))).toBe(false)
})

test('nobody but admins sees the ways between their pages', async () => {
  for (const path of [...Object.values(PAGES), '/admin/users']) {
    const { at } = await openTab(path, { session: mila })
    await waitFor(() => expect(at()).toBe('/'))
    expect(screen.queryByRole('navigation', { name: 'Seiten der Verwaltung' })).toBeNull()
    closeTab()
  }
})

test('the rail says how much waits where, and what waits too long', async () => {
  const waits = [
    { kind: 'reports', count: 1, oldest: AT, due: AT, overdue: 0 },
    { kind: 'verifications', count: 7, oldest: AT, due: AT, overdue: 1 },
    { kind: 'line', count: 0, oldest: null, due: null, overdue: 0 },
  ]
  await openTab('/admin/rooms', {
    session: admin,
    answers: { '/api/house/start': () => Response.json({ waits, needsSecondAdmin: false }) },
  })
  await (await ways()).findByRole('link', { name: /^Meldungen ?1$/ })
  const link = (await ways()).getByRole('link', { name: /^Verifizierungen ?1 überfällig ?7$/ })
  // staff come from here to work
  expect(link.getAttribute('href')).toBe('/admin/verifications?filter=queue')
  expect((await ways()).getByRole('link', { name: 'Einlass' })).toBeTruthy()
})

test('at a desk the ways of staff stand in the place of the rooms, with the way back on top', async () => {
  const rooms = 'Räume'
  const { at } = await openTab('/admin', { session: admin, isWide: true, language: 'de' })
  const links = (await ways()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href')?.split('?')[0])).toEqual(
    Object.values(PAGES),
  )
  expect(screen.queryByRole('navigation', { name: rooms })).toBeNull()
  // once, in the rail
  expect(within(screen.getByRole('main')).queryByRole('navigation')).toBeNull()
  const back = within(screen.getByRole('banner')).getByRole('link', { name: 'Zum Club' })
  await userEvent.click(back)
  await waitFor(() => expect(at()).toBe('/rooms'))
  await screen.findByRole('navigation', { name: rooms })
  expect(screen.queryByRole('navigation', { name: 'Seiten der Verwaltung' })).toBeNull()
})
