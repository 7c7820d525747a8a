import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Room } from '#contract/rooms/rooms.ts'
import { closeTab, done, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const room = (slug: string, more: Partial<Room> = {}): Room => ({
  slug,
  name: slug.toUpperCase(),
  description: `About ${slug}`,
  icon: 'glass',
  accessLevel: 'free',
  isMember: true,
  isDormant: false,
  isMuted: false,
  memberCount: 3,
  latest: 0,
  unread: 0,
  entryRefusal: null,
  ...more,
})

const KEPT = '/api/rooms/kept'

/** Five rooms of one's own, of which two rest. */
async function openRooms(answers: Server['answers'] = {}) {
  const club = {
    rooms: [
      room('attic'),
      room('bar'),
      room('cellar'),
      room('den', { isDormant: true }),
      room('loge', {
        isDormant: true,
        accessLevel: 'paid',
        entryRefusal: 'room_needs_subscription',
      }),
      room('salon', { isMember: false }),
    ],
  }
  const plan = { isSubscriber: false, used: 3, limit: 3 }
  const tab = await openTab('/rooms', {
    session: mila,
    language: 'en',
    answers: { '/api/rooms': () => Response.json({ rooms: club.rooms, plan }), ...answers },
  })
  await screen.findByText('Some of your rooms are resting')
  return { ...tab, club, kept: () => tab.server.requests.filter(({ path }) => path === KEPT) }
}

const choose = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Choose rooms' }))
  return within(await screen.findByRole('dialog', { name: 'Which rooms stay open?' }))
}
const box = (dialog: ReturnType<typeof within>, name: string) =>
  dialog.getByRole('checkbox', { name }) as HTMLInputElement

test('a membership that rests says so on its card, and where Premium is', async () => {
  await openRooms()
  const card = within((await screen.findByRole('link', { name: 'DEN' })).closest('article')!)
  card.getByText('Resting')
  card.getByText('This room is resting for you: the Free Plan keeps 3 rooms open at a time.')
  const premium = within(screen.getByRole('main')).getByRole('link', { name: 'Premium' })
  expect(premium.getAttribute('href')).toBe('/upgrade')
})

test('the member chooses which three stay open', async () => {
  const { club, kept } = await openRooms({
    [KEPT]: () => {
      club.rooms = club.rooms.map((one) => ({ ...one, isDormant: one.slug === 'attic' }))
      return done()
    },
  })
  const dialog = await choose()
  const boxes = dialog.getAllByRole('checkbox') as HTMLInputElement[]
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true, false, false])
  dialog.getByText('3 of 3 chosen')
  dialog.getByText('This room is part of Premium. Upgrade to enter.')
  await userEvent.click(box(dialog, 'DEN'))
  dialog.getByText('4 of 3 chosen')
  await userEvent.click(box(dialog, 'ATTIC'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save choice' }))
  await screen.findByText('Saved. Open now: BAR, CELLAR, DEN.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(kept()).toMatchObject([{ method: 'PUT', body: { slugs: ['bar', 'cellar', 'den'] } }])
})

test('more than three cannot be saved, and nothing is sent', async () => {
  const { kept } = await openRooms()
  const dialog = await choose()
  await userEvent.click(box(dialog, 'DEN'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save choice' }))
  const failure = await dialog.findByText('Your choice was not saved.')
  const alert = failure.closest('[role=alert]')!
  await expect.poll(() => alert.textContent).toContain('at most 3 of the rooms')
  expect(kept()).toEqual([])
  await userEvent.click(box(dialog, 'BAR'))
  expect(dialog.queryByText('Your choice was not saved.')).toBeNull()
})

test('a choice that was not saved stays on screen with the reason', async () => {
  await openRooms({ [KEPT]: () => refusal('unavailable', {}, 503) })
  const dialog = await choose()
  await userEvent.click(box(dialog, 'BAR'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save choice' }))
  await dialog.findByText('Your choice was not saved.')
  expect(box(dialog, 'BAR').checked).toBe(false)
})

test('with all places taken, a room that rests wants a place like any other', async () => {
  await openRooms({ '/api/rooms/den/entries': () => refusal('room_limit_reached', {}, 403) })
  await userEvent.click(screen.getByRole('link', { name: 'DEN' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'All your places are taken' }))
  const own = within(dialog.getByRole('list')).getAllByRole('button')
  expect(own.map((leave) => leave.getAttribute('aria-label'))).toEqual([
    'Leave ATTIC',
    'Leave BAR',
    'Leave CELLAR',
  ])
  expect(dialog.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/upgrade')
})
