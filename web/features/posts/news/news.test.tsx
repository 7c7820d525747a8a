import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import { outboxPrefix } from '#web/platform/session/drafts.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import type { NewsRoom } from './useNews.ts'

Element.prototype.scrollIntoView = () => {}
afterEach(() => (closeTab(), localStorage.clear()))

const author: Post['author'] = {
  id: '018f0000-0000-7000-8000-00000000000b',
  username: 'Ben',
  city: null,
  isVerified: false,
  portrait: null,
  role: null,
}
const post = (number: number, text: string, more: Partial<Post> = {}): Post => ({
  id: `018f0000-0000-7000-8000-0000000001${number}`,
  number,
  text,
  createdAt: '2026-11-20T18:05:00.000Z',
  editedAt: null,
  author,
  icebreakerId: null,
  reply: null,
  mentions: [],
  ...more,
})
const lounge: NewsRoom = {
  slug: 'lounge',
  name: 'Lounge',
  icon: 'glass',
  unread: 27,
  latest: 40,
  posts: [
    post(14, 'the first that was missed'),
    post(15, 'and its answer', {
      reply: {
        id: author.id,
        number: 14,
        author: { id: author.id, username: 'Cleo' },
        line: 'the first that was missed',
        mentions: [],
      },
    }),
  ],
}
const salon: NewsRoom = {
  ...lounge,
  slug: 'salon',
  name: 'Salon',
  unread: 1,
  latest: 7,
  posts: [post(71, 'a word in the salon')],
}
const NEWS = '/api/rooms/unread?each=5'

async function openNews(rooms = [lounge, salon]) {
  const tab = await openTab('/rooms', {
    session: mila,
    language: 'en',
    answers: {
      '/api/rooms': () =>
        Response.json({
          rooms: [],
          plan: { isSubscriber: false, used: 0, limit: 3 },
          hasDemo: false,
        }),
      [NEWS]: () => Response.json({ rooms }),
      '/api/rooms/lounge/read': done,
      '/api/rooms/salon/read': done,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New posts' }))
  await screen.findByRole('region', { name: 'New posts' })
  return tab
}
const read = ({ server }: Awaited<ReturnType<typeof openNews>>) =>
  server.requests.flatMap(({ path, method, body }) => (method === 'PUT' ? [[path, body]] : []))

test('one press from the rooms one reads what is new in all of them, in order, and where the rest is', async () => {
  const { location } = await openNews()
  expect(location().search).toBe('?view=news')
  const news = within(screen.getByRole('region', { name: 'Lounge' }))
  expect(news.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('the first that was missed'),
    expect.stringContaining('replies to Cleo: the first that was missed'),
  ])
  expect(news.getByRole('link', { name: 'Read all 27' }).getAttribute('href')).toBe(
    '/room/lounge#post-14',
  )
  const other = within(screen.getByRole('region', { name: 'Salon' }))
  expect(other.queryByRole('link', { name: /^Read all/ })).toBeNull()
  expect(other.getByRole('link', { name: /^yesterday, / }).getAttribute('href')).toBe(
    '/room/salon#post-71',
  )
  // nothing is read by being shown here
  expect(screen.getAllByRole('button', { name: /^Wave to/ })).toHaveLength(3)
})

test('a reply that was refused, and discarded in another tab, is not said to be in the room', async () => {
  const { server } = await openNews()
  server.answers['/api/rooms/lounge/posts'] = () => refusal('words_blocked', {}, 422)
  const news = within(screen.getByRole('region', { name: 'Lounge' }))
  await userEvent.click(news.getAllByRole('button', { name: 'Reply to Ben' })[0]!)
  await userEvent.type(await news.findByRole('textbox', { name: 'Your reply' }), 'I saw that')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await news.findByText(/^Not posted/)
  const key = Object.keys(localStorage).find((one) => one.startsWith(outboxPrefix(mila.userId)))!
  localStorage.removeItem(key)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })))
  await news.findByText(/^Not posted/)
  expect(news.queryByText(/Your post is in the room/)).toBeNull()
})

test('a room is read, or all of them, up to what was there', async () => {
  const tab = await openNews()
  expect(read(tab)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Salon: read' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Salon' })).toBeNull())
  expect(read(tab)).toEqual([['/api/rooms/salon/read', { number: 7 }]])
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Nothing new')
  expect(read(tab).at(-1)).toEqual(['/api/rooms/lounge/read', { number: 40 }])
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'New posts' }))
})

test('what could not be kept as read stays', async () => {
  const { server } = await openNews([salon])
  server.answers['/api/rooms/salon/read'] = () => refusal('unavailable', {}, 503)
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByRole('alert')
  screen.getByRole('region', { name: 'Salon' })
})

test('what was missed is answered where it is read: one box a room, its words kept, and then the way there', async () => {
  const tab = await openNews()
  const sent: unknown[] = []
  tab.server.answers['/api/rooms/lounge/posts'] = ({ body }) => {
    sent.push(body)
    return refusal('unavailable', {}, 503)
  }
  const news = within(screen.getByRole('region', { name: 'Lounge' }))
  const [first, second] = news.getAllByRole('button', { name: 'Reply to Ben' })
  await userEvent.click(first!)
  const box = await news.findByRole('textbox', { name: 'Your reply' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  await userEvent.type(box, 'I saw that')
  await userEvent.keyboard('{Escape}')
  expect(news.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(first)

  await userEvent.click(first!)
  await userEvent.click(second!)
  const [other, ...more] = news.getAllByRole<HTMLTextAreaElement>('textbox')
  expect(more).toEqual([])
  expect(other!.value).toBe('I saw that')
  expect(second!.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const said = await news.findByRole('status')
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(within(said).getByRole('link').getAttribute('href')).toBe('/room/lounge')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ text: 'I saw that', replyTo: lounge.posts[1]!.id })
  expect(news.queryByRole('textbox')).toBeNull()
})
