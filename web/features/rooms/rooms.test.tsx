import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Room } from '#contract/rooms/rooms.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const room = (slug: string, more: Partial<Room> = {}): Room => ({
  slug,
  name: slug.toUpperCase(),
  description: `About ${slug}`,
  icon: 'glass',
  accessLevel: 'free',
  isMember: false,
  isDormant: false,
  isMuted: false,
  memberCount: 3,
  latest: 0,
  unread: 0,
  entryRefusal: null,
  ...more,
})

type Plan = { isSubscriber: boolean; used: number; limit: number | null }
const free: Plan = { isSubscriber: false, used: 0, limit: 3 }

function openRooms(
  rooms: Room[],
  {
    plan = free,
    path = '/rooms',
    ...more
  }: Partial<Parameters<typeof openTab>[1]> & {
    plan?: Plan
    path?: Parameters<typeof openTab>[0]
  } = {},
) {
  const list = () => Response.json({ rooms, plan })
  return openTab(path, {
    session: mila,
    language: 'en',
    ...more,
    answers: { '/api/rooms': list, ...more.answers },
  })
}

const card = (name: string) =>
  screen.findByRole('link', { name }).then((link) => link.closest('article')!)

const last = {
  author: { id: '018f0000-0000-7000-8000-00000000000b', username: 'Priya' },
  at: '2026-11-20T22:49:00.000Z',
  text: 'In a chair, Samir.',
}
const tonight = (rooms: object[]) => ({ '/api/rooms/last-words': () => Response.json({ rooms }) })

test('every room has its card, with icon, words, level, and what goes on in it', async () => {
  await openRooms(
    [
      room('lounge', { isMember: true, icon: 'moon' }),
      room('salon', { isMember: true }),
      room('terrace', { memberCount: 20 }),
      room('cellar', { memberCount: 4 }),
      room('library', { accessLevel: 'club', entryRefusal: 'room_needs_verification' }),
      room('box', { accessLevel: 'paid', entryRefusal: 'room_needs_subscription' }),
      room('blue', { accessLevel: 'vip', entryRefusal: 'room_needs_both' }),
    ],
    {
      answers: tonight([
        { slug: 'lounge', here: 0, people: [], last },
        { slug: 'salon', here: 2, people: [last.author], last },
      ]),
    },
  )
  const lounge = within(await card('LOUNGE'))
  lounge.getByText('About lounge')
  lounge.getByText('Free')
  await lounge.findByText(/^Priya: In a chair, Samir\.$/)
  // by the club's clock, whatever the device's says
  lounge.getByText('yesterday')
  const salon = within(await card('SALON'))
  salon.getByText('2 here')
  expect(salon.queryByText(/In a chair/)).toBeNull()
  within(await card('TERRACE')).getByText('20 members')
  // one could tell who so few are
  expect(within(await card('CELLAR')).queryByText(/member/)).toBeNull()
  const library = within(await card('LIBRARY'))
  library.getByText('About library')
  library.getByText('Club')
  library.getByText('This room is for verified members. Verify your identity to enter.')
  within(await card('BOX')).getByText('Premium')
  const blue = within(await card('BLUE'))
  blue.getByText('VIP')
  blue.getByText('This room is for verified members with Premium.')
  expect(blue.getByRole('link').getAttribute('href')).toBe('/room/blue')

  const icons = screen.getAllByRole('article').map((one) => one.querySelector('svg')!.innerHTML)
  const [moon, ...glasses] = icons
  expect(new Set(glasses).size).toBe(1)
  expect(moon).not.toBe(glasses[0])
})

test.each(['unknown', 'gold', '', undefined])(
  'a level nobody knows (%s) is shown as Free and stays closed',
  async (level) => {
    const accessLevel = level as 'unknown'
    await openRooms([room('odd', { accessLevel, entryRefusal: 'room_closed' })])
    const odd = within(await card('ODD'))
    odd.getByText('Free')
    odd.getByText('This room is closed at the moment.')
  },
)

test('the plan says how many places are taken, and a full one says so on the cards', async () => {
  await openRooms([room('lounge', { isMember: true }), room('salon')], {
    plan: { isSubscriber: false, used: 3, limit: 3 },
  })
  await screen.findByText('Free Plan: you are in 3 of 3 rooms.')
  within(await card('SALON')).getByText(/Your places are taken/)
  expect(within(await card('LOUNGE')).queryByText(/Your places are taken/)).toBeNull()
})

test.each([
  ['en', 1, 'Premium: you are in 1 room; there is no limit.'],
  ['en', 4, 'Premium: you are in 4 rooms; there is no limit.'],
  ['de', 1, 'Premium: Du bist in 1 Raum; eine Grenze gibt es nicht.'],
  ['de', 4, 'Premium: Du bist in 4 Räumen; eine Grenze gibt es nicht.'],
] as const)('who pays reads that no places run out (%s, %i)', async (language, used, words) => {
  const plan = { isSubscriber: true, used, limit: null }
  await openRooms([room('lounge', { isMember: true }), room('salon')], { plan, language })
  await screen.findByText(words)
  expect(within(await card('SALON')).queryByText(/places are taken|Plätze sind belegt/)).toBeNull()
})

test('a club without rooms says so', async () => {
  await openRooms([])
  await screen.findByText('No rooms available yet.')
})

test('rooms that cannot be loaded are a toast and another try', async () => {
  let isDown = true
  await openRooms([], {
    answers: {
      '/api/rooms': () =>
        isDown ? refusal('unexpected', {}, 500) : Response.json({ rooms: [], plan: free }),
    },
  })
  await waitFor(() => expect(screen.getAllByText('Error loading rooms').length).toBeGreaterThan(1))
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No rooms available yet.')
})

test('profile, settings and the way out are at hand', async () => {
  const { at } = await openRooms([])
  expect((await screen.findByRole('link', { name: 'Profile' })).getAttribute('href')).toBe(
    '/profile',
  )
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(at()).toBe('/'))
})

test('a person not admitted yet reads where they stand', async () => {
  await openRooms([room('lounge', { entryRefusal: 'not_admitted' })], {
    session: { ...mila, isAdmitted: false },
  })
  await screen.findByText('You are on the waitlist')
})

test.each([
  ['room_needs_verification', ['Verify identity']],
  ['room_needs_subscription', ['Upgrade']],
  ['room_needs_both', ['Verify identity', 'Upgrade']],
  ['not_admitted', ['Enter invite code']],
] as const)('a door shut by %s leads back and shows the ways out', async (code, ways) => {
  const { at } = await openRooms([room('library', { entryRefusal: code })], {
    path: '/room/library',
    answers: { '/api/rooms/library/entries': () => refusal(code, {}, 403) },
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(at()).toBe('/rooms')
  dialog.getByRole('heading', { name: '“LIBRARY” is not open to you yet' })
  for (const name of ways) dialog.getByRole('link', { name })
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('with all places taken, leaving a room opens the way to the one that was wanted', async () => {
  const rooms = [room('lounge', { isMember: true }), room('salon')]
  const { server, at } = await openRooms(rooms, {
    path: '/room/salon',
    answers: {
      '/api/rooms/salon/entries': () => refusal('room_limit_reached', {}, 403),
      '/api/rooms/lounge/entries': () => {
        rooms[0] = room('lounge')
        return done()
      },
      '/api/rooms': () => Response.json({ rooms, plan: free }),
    },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'All your places are taken' }))
  expect(at()).toBe('/rooms')
  dialog.getByRole('link', { name: 'Upgrade' })
  await userEvent.click(await dialog.findByRole('button', { name: 'Leave LOUNGE' }))
  const way = await dialog.findByRole('link', { name: 'Enter SALON' })
  expect(way.getAttribute('href')).toBe('/room/salon')
  expect(server.times('/api/rooms/lounge/entries')).toBe(1)
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Leave LOUNGE' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

test('an unknown room is a toast, and back to the rooms', async () => {
  const { at } = await openRooms([], {
    path: '/room/nowhere',
    answers: { '/api/rooms/nowhere/entries': () => refusal('room_not_found', {}, 404) },
  })
  await screen.findAllByText('Error loading room')
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('in German everything is German', async () => {
  await openRooms([room('lounge', { memberCount: 12 })], { language: 'de' })
  const lounge = within(await card('LOUNGE'))
  lounge.getByText('12 Mitglieder')
  screen.getByText('Free-Plan: Du bist in 0 von 3 Räumen.')
})

test('an address that no room can have is told as no room, and not as an entry to check', async () => {
  const errors = [{ path: 'slug', message: 'invalid' }]
  const { at } = await openTab('/room/%20', {
    session: mila,
    answers: { '/api/rooms/%20/entries': () => refusal('invalid_input', { errors }) },
  })
  const toast = await screen.findByRole('group', { name: 'Error loading room' })
  within(toast).getByText('This room does not exist.')
  await waitFor(() => expect(at()).toBe('/rooms'))
})
