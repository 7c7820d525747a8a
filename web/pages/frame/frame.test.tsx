import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KnownPerson } from '#contract/posts/people.ts'
import type { Room } from '#contract/rooms/rooms.ts'
import { switchShortcuts } from '#web/platform/shortcuts/shortcuts.ts'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'

beforeEach(() => {
  localStorage.clear()
  // of a window without a layout
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  closeTab()
  switchShortcuts(true)
})

const room = (slug: string, name: string, more: Partial<Room> = {}): Room => ({
  slug,
  name,
  description: '',
  icon: 'door',
  accessLevel: 'free',
  isMember: true,
  isDormant: false,
  isMuted: false,
  memberCount: 8,
  latest: 5,
  unread: 0,
  entryRefusal: null,
  ...more,
})
const rooms = [
  room('bar', 'Am Tresen', { unread: 3 }),
  room('salon', 'Salon', { isMuted: true }),
  room('terrasse', 'Terrasse', { unread: 120 }),
  room('vip', 'Separee', { isMember: false, entryRefusal: 'room_needs_both' }),
]
const WITH = '00000000-0000-4000-8000-000000000002'
const plan = { isSubscriber: false, used: 2, limit: 3 }

const open = (path: string, more: Parameters<typeof openTab>[1] = {}) =>
  openTab(path, {
    session: mila,
    language: 'en',
    answers: {
      '/api/rooms': () => Response.json({ rooms, plan, hasDemo: false }),
      // no answer yet: whom a room refuses is led away again
      '/api/rooms/bar/entries': () => new Promise(() => {}),
    },
    ...more,
  })
const ways = (name: string) => within(screen.getByRole('navigation', { name }))
const names = (name: string) =>
  ways(name)
    .getAllByRole('link')
    .map((link) => link.textContent)

test('at a desk the rail leads to every room, the closed ones last, and says what is new', async () => {
  const { at } = await open('/notices', { isWide: true })
  await screen.findByRole('link', { name: /Am Tresen/ })
  expect(names('Overview')).toEqual(['Rooms', 'Tables', 'News', 'People'])
  expect(names('Rooms')).toEqual(['Am Tresen33 new', 'Salonmuted', 'Terrasse99+120 new', 'Separee'])
  expect(screen.getByRole('list', { name: 'Not open yet' }).textContent).toBe('Separee')
  const here = [...document.querySelectorAll('[aria-current]')]
  expect(here.map((link) => link.textContent)).toEqual(['News'])
  expect(screen.queryByRole('link', { name: /Back to the rooms/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: /home/ }))
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test.each([
  [true, `/member/${WITH}`, ['People']],
  [true, '/search', [/Search or jump/]],
  [true, '/settings/account', [/Settings/]],
  [true, `/member/${mila.userId}`, [/Profile/]],
  [false, `/member/${WITH}`, ['People']],
  [false, '/search', ['Me']],
  [false, '/settings/account', ['Me']],
] as const)(
  'with a rail (%s) the way one stands in is marked at %s',
  async (isWide, path, names) => {
    await open(path, { isWide })
    await screen.findByRole('link', { name: isWide ? /Am Tresen/ : 'Me' })
    await waitFor(() => {
      const here = [...document.querySelectorAll('[aria-current]')]
      const frame = here.filter((one) => !one.closest('main'))
      expect(frame.map((one) => one.textContent)).toEqual(
        names.map((name) => (typeof name === 'string' ? name : expect.stringMatching(name))),
      )
    })
  },
)

test('the foot of the rail holds what is one’s own, and what the law wants in sight', async () => {
  await open('/notices', { isWide: true })
  await screen.findByRole('link', { name: /Am Tresen/ })
  const foot = within(screen.getByRole('contentinfo'))
  const leadsTo = (name: string) => foot.getByRole('link', { name }).getAttribute('href')
  expect(['Verträge hier kündigen', 'Vertrag widerrufen', 'Imprint'].map(leadsTo)).toEqual([
    '/kuendigen',
    '/widerruf',
    '/legal/impressum',
  ])
  for (const name of ['Deutsch', 'English', 'Dark colours', 'more'])
    expect(foot.getByRole('button', { name })).toBeTruthy()
  for (const name of ['Leave quickly', 'Log Out'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  for (const [name, to] of [
    // by what one sees of it, too
    [/^Mila ?\(Profile\)$/, '/profile'],
    ['Settings', '/settings'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to)
})

test('staff find the way to their desk', async () => {
  await open('/notices', { isWide: true, session: { ...mila, isModerator: true } })
  expect((await screen.findByRole('link', { name: 'Administration' })).getAttribute('href')).toBe(
    '/admin',
  )
})

test('on a phone five tabs stand under the thumb, with what is new in words', async () => {
  const { at } = await open('/notices')
  await screen.findByRole('link', { name: 'Rooms, 123 new posts' })
  expect(ways('Overview').getAllByRole('link')).toHaveLength(5)
  expect(screen.getByRole('link', { name: 'News' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(screen.getByRole('link', { name: 'Me' }))
  await waitFor(() => expect(at()).toBe('/me'))
  for (const name of ['Search posts', 'Invite somebody', 'Settings'])
    expect(await screen.findByRole('link', { name })).toBeTruthy()
  // seen at the head of the list already: to what is new
  await userEvent.click(screen.getByRole('link', { name: /^Rooms/ }))
  await waitFor(() => expect(at()).toBe('/rooms'))
  await userEvent.click(screen.getByRole('link', { name: /^Rooms/ }))
  await waitFor(() => expect(at()).toBe('/room/bar'))
})

test('Ctrl K leads to a room, a page or the search by the beginning of a word', async () => {
  const { at, location } = await open('/notices', { isWide: true })
  await screen.findByRole('link', { name: /Am Tresen/ })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Am Tresen')
  await userEvent.keyboard('sé')
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'Separee',
    'Search posts',
    'Settings',
    'Search posts for “sé”',
  ])
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(at()).toBe('/search'))
  expect(new URLSearchParams(location().search).get('words')).toBe('sé')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.click(await screen.findByRole('option', { name: 'Settings' }))
  await waitFor(() => expect(at()).toBe('/settings'))
})

test('Ctrl K finds a room however its name is typed, and an Enter that ends a composition chooses none', async () => {
  const named = [room('buehne', 'Große Bühne'), room('molle', 'Mølle')]
  const { at } = await open('/notices', {
    isWide: true,
    answers: { '/api/rooms': () => Response.json({ rooms: named, plan, hasDemo: false }) },
  })
  await screen.findByRole('link', { name: /Mølle/ })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  for (const [typed, name] of [
    ['grosse BU', 'Große Bühne'],
    ['molle', 'Mølle'],
    ['ｍｏｌｌｅ', 'Mølle'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(screen.getAllByRole('option')[0]?.textContent).toBe(name)
  }
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(at()).toBe('/notices')
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(at()).toBe('/room/molle'))
})

test('Alt and arrows go through the rooms, also while somebody types, and with Shift to what is new', async () => {
  const { at } = await open('/search', { isWide: true })
  await screen.findByRole('link', { name: /Am Tresen/ })
  await userEvent.click(screen.getAllByRole('searchbox')[0] ?? screen.getAllByRole('textbox')[0]!)
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}')
  await waitFor(() => expect(at()).toBe('/room/bar'))
})

test('single keys are listed, and can be switched off', async () => {
  const { at } = await open('/notices', { isWide: true })
  await screen.findByRole('link', { name: /Am Tresen/ })
  await userEvent.keyboard('?')
  const list = within(await screen.findByRole('dialog', { name: 'Shortcuts' }))
  list.getByText('The next room with something new')
  await userEvent.click(list.getByRole('checkbox', { name: 'Use single keys' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('/')
  expect(at()).toBe('/notices')
  switchShortcuts(true)
  await userEvent.keyboard('/')
  await waitFor(() => expect(at()).toBe('/search'))
})

const known = (at: number, username: string): KnownPerson => ({
  id: `018f0000-0000-7000-8000-00000000001${at}`,
  username,
  city: 'Kiel',
  isVerified: false,
  portrait: null,
  last: {
    kind: 'wave',
    isOwn: false,
    at: '2026-11-20T18:05:00.000Z',
    post: { room: 'bar', roomName: 'Am Tresen', number: 7, text: 'a chair by the fire' },
  },
  isMutual: false,
  isWaveOwed: true,
})

test('from two letters on Ctrl K finds whom one knows, also when Enter is quicker than the club', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { at, server } = await open('/notices', {
    isWide: true,
    answers: {
      '/api/rooms': () => Response.json({ rooms, plan, hasDemo: false }),
      '/api/people?starts=se': () => promise,
    },
  })
  await screen.findByRole('link', { name: /Am Tresen/ })
  await userEvent.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await userEvent.keyboard('s')
  expect(server.times('/api/people?starts=se')).toBe(0)
  await userEvent.keyboard('eb{Enter}')
  expect(at()).toBe('/notices')
  const [seba, sela] = [known(1, 'Šeba'), known(2, 'Sela')]
  resolve(Response.json({ people: [sela, seba], next: null }))
  await waitFor(() => expect(at()).toBe(`/member/${seba.id}`))

  // what was answered is not asked again, and a room comes first
  await userEvent.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await userEvent.keyboard('se')
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'Separee',
    'SSelaKiel',
    'ŠŠebaKiel',
    'Search posts',
    'Settings',
    'Search posts for “se”',
  ])
  expect(server.times('/api/people?starts=se')).toBe(1)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(at()).toBe(`/member/${sela.id}`))
})

test('with the first sign of life the rail names the last five one spoke with', async () => {
  const people = [1, 2, 3, 4, 5, 6].map((at) => known(at, `Person ${at}`))
  const { at, server } = await open('/notices', {
    isWide: true,
    answers: {
      '/api/rooms': () => Response.json({ rooms, plan, hasDemo: false }),
      '/api/people': () => Response.json({ people, next: null }),
    },
  })
  await screen.findByRole('link', { name: /Am Tresen/ })
  expect(server.times('/api/people')).toBe(0)
  await userEvent.keyboard('{Shift}')
  await screen.findByRole('navigation', { name: 'Lately' })
  expect(names('Lately')).toEqual([1, 2, 3, 4, 5].map((one) => `PPerson ${one}`))
  await userEvent.click(screen.getByRole('link', { name: 'Person 2' }))
  await waitFor(() => expect(at()).toBe(`/member/${people[1]!.id}`))
})

const lively = {
  '/api/rooms': () => Response.json({ rooms, plan, hasDemo: false }),
  '/api/rooms/last-words': () =>
    Response.json({
      rooms: ['bar', 'salon'].map((slug) => ({
        slug,
        here: 2,
        people: [],
        last: {
          author: { id: mila.userId, username: 'Priya' },
          at: '2026-11-20T18:05:00.000Z',
          text: 'a chair by the fire',
        },
      })),
    }),
}

test('with the first sign of life the rail says where somebody is and nothing is new, and what was said last', async () => {
  await open('/notices', { isWide: true, answers: lively })
  await screen.findByRole('link', { name: /Am Tresen/ })
  await userEvent.keyboard('{Shift}')
  await screen.findByRole('link', { name: /^Salon.*2 here/ })
  const bar = screen.getByRole('link', { name: /Am Tresen/ })
  expect(bar.textContent).toBe('Am Tresen33 newPriya: a chair by the fire')
  await userEvent.keyboard('{Shift}')
})

test('the rail is folded to its icons and back, as the device keeps it', async () => {
  await open('/notices', { isWide: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Fold the rail' }))
  const unfold = await screen.findByRole('button', { name: 'Unfold the rail' })
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
  expect(localStorage.getItem('parlour.rail')).toBe('folded')
  await waitFor(() => expect(document.activeElement).toBe(unfold))
  await userEvent.click(unfold)
  const fold = await screen.findByRole('button', { name: 'Fold the rail' })
  await waitFor(() => expect(document.activeElement).toBe(fold))
  expect(localStorage.getItem('parlour.rail')).toBeNull()
})

test('beside the desk stands how much waits there, for staff alone', async () => {
  const waits = [3, 0, 4].map((count, at) => ({
    kind: ['reports', 'line', 'messages'][at],
    count,
    oldest: null,
    due: null,
    overdue: 0,
  }))
  const { server } = await open('/notices', {
    isWide: true,
    session: { ...mila, isModerator: true },
    answers: {
      ...lively,
      '/api/house/start': () => Response.json({ waits, needsSecondAdmin: false }),
    },
  })
  await screen.findByRole('link', { name: 'Administration' })
  expect(server.times('/api/house/start')).toBe(0)
  await userEvent.keyboard('{Shift}')
  await screen.findByRole('link', { name: /Administration.*7 waiting/ })
})
