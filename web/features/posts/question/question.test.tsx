import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Room } from '#contract/rooms/rooms.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { post } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

Element.prototype.scrollIntoView = () => {}
afterEach(() => (closeTab(), localStorage.clear(), (TestStream.all = [])))

const QUESTION = '/api/rooms/question'
const icebreaker = {
  id: '1ceb0000-0000-4000-8000-000000000001',
  question: { de: 'Was trinkst du?', en: 'What are you drinking?' },
}
const room = (slug: string, more: Partial<Room> = {}): Room => ({
  slug,
  name: slug.toUpperCase(),
  description: '',
  icon: 'glass',
  accessLevel: 'free',
  isMember: true,
  isDormant: false,
  isMuted: false,
  memberCount: 8,
  latest: 0,
  unread: 0,
  entryRefusal: null,
  ...more,
})
const rooms = [
  room('lounge'),
  room('salon'),
  room('attic', { isMember: false }),
  room('box', { isDormant: true }),
]
const answers = [{ room: { slug: 'salon', name: 'Salon' }, post: { ...post(4), text: 'Tea.' } }]

async function openRooms(told: object = { icebreaker, answers, lastRoom: 'salon' }, more = {}) {
  const sent: unknown[] = []
  const tab = await openTab('/rooms', {
    session: { ...mila, ...more },
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms': () =>
        Response.json({
          rooms,
          plan: { isSubscriber: true, used: 2, limit: null },
          hasDemo: false,
        }),
      [QUESTION]: () => Response.json(told),
      '/api/rooms/salon/posts': ({ body }) => {
        sent.push(body)
        return refusal('unavailable', {}, 503)
      },
    },
  })
  await screen.findByRole('link', { name: 'LOUNGE' })
  return { ...tab, sent }
}
const asked = () => screen.findByRole('region', { name: 'Icebreaker of the Day' })

test('the rooms ask what the whole club is asked, with what was said to it, and where', async () => {
  await openRooms()
  const card = within(await asked())
  card.getByText('What are you drinking?')
  const quote = card.getByRole('link', { name: /Mia.*Tea\./ })
  expect(quote.getAttribute('href')).toBe('/room/salon#post-4')
})

test('it is answered where it stands, into the room one was in last or another of one’s own', async () => {
  const { sent } = await openRooms()
  const card = within(await asked())
  const answer = card.getByRole('button', { name: 'Join in' })
  await userEvent.click(answer)
  const box = await card.findByRole('textbox', { name: 'Your reply' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  const where = card.getByRole<HTMLSelectElement>('combobox', { name: 'In which room' })
  expect([...where.options].map(({ value }) => value)).toEqual(['salon', 'lounge'])
  await userEvent.type(box, 'Water')
  await userEvent.keyboard('{Escape}')
  expect(card.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(answer)

  // what was begun is kept
  await userEvent.click(answer)
  const again = await card.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' })
  expect(again.value).toBe('Water')
  await userEvent.click(card.getByRole('button', { name: 'Post' }))
  const said = await card.findByRole('status')
  expect(document.activeElement).toBe(said)
  expect(within(said).getByRole('link', { name: 'SALON' }).getAttribute('href')).toBe('/room/salon')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ text: 'Water', icebreakerId: icebreaker.id, replyTo: null })
  expect(card.queryByRole('textbox')).toBeNull()
})

test('a member who has not consented to show what they write is not asked to, and without a question nothing stands there', async () => {
  const none = { icebreaker, answers: [], lastRoom: null }
  await openRooms(none)
  within(await asked()).getByText('Nobody has answered yet. Go first.')
  closeTab()
  await openRooms(none, { hasContentConsent: false })
  const card = within(await asked())
  expect(card.queryByText(/^Nobody/)).toBeNull()
  expect(card.queryByRole('button')).toBeNull()
  closeTab()
  const { server } = await openRooms({ icebreaker: null, answers: [], lastRoom: null })
  await waitFor(() => expect(server.times(QUESTION)).toBe(1))
  expect(screen.queryByRole('region', { name: 'Icebreaker of the Day' })).toBeNull()
})
