import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Post, Reply } from '#contract/posts/posts.ts'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { lounge, post as aPost } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))
Element.prototype.scrollIntoView = () => {}

const mia = aPost(1)
const ben = { ...mia.author, id: '018f0000-0000-7000-8000-000000000002', username: 'Ben' }
const quote = {
  id: mia.id,
  number: 1,
  author: { id: mia.author.id, username: 'Mia' },
  line: mia.text,
  mentions: [],
}
const answer = (number: number): Post => ({ ...aPost(number), author: ben, reply: quote })
const toReply = ({ id, number, author }: Post): Reply => ({
  id,
  number,
  author: { id: author.id, username: author.username, portrait: null },
})

type Said = { id: string; text: string; replyTo: string }
const milas = { ...mia.author, id: mila.userId, username: mila.username }

/**
 * A room in which Mia’s post was answered, and those answers stand that are loaded; what is asked of its replies is
 * answered by the club as it is then.
 */
async function openAnswered(replies: Post[], loaded = replies) {
  const first = replies.length > 0 ? { ...mia, replies: replies.map(toReply) } : mia
  const posts = [...loaded.toReversed(), first]
  const latest = posts[0]!.number
  const page = () => Response.json({ posts, from: 1, to: latest, latest })
  const known = { replies }
  const say = ({ id, text, replyTo }: Said) => {
    const reply = replyTo === mia.id ? quote : { ...quote, id: replyTo, number: 2 }
    const said = { ...aPost(latest + 1), id, text, author: milas, reply }
    if (replyTo === mia.id) known.replies = [...known.replies, said]
    return { ...said, left: null }
  }
  const path = `/api/rooms/lounge/posts/${mia.id}/replies`
  const tab = await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () =>
        Response.json({ room: lounge, icebreaker: null, readNumber: latest, readAt: null }),
      '/api/rooms/lounge/posts': ({ method, body }) =>
        method === 'POST' ? Response.json(say(body as Said)) : page(),
      '/api/rooms/lounge/posts?after=0': page,
      [path]: () => Response.json({ posts: known.replies, after: null }),
    },
  })
  await screen.findAllByText('post 1')
  return { ...tab, known }
}
const hint = (name: string | RegExp) => screen.findByRole('button', { name })
const bring = (post: Post) =>
  act(() => TestStream.current.bring({ type: 'post', room: 'lounge', number: post.number, post }))

test('under a post stands how often it was answered, and one reads the answers in order', async () => {
  await openAnswered([answer(2), answer(3)])
  await userEvent.click(await hint('2 replies (Mia)'))
  const thread = within(await screen.findByRole('dialog', { name: 'Replies to Mia' }))
  expect(thread.getByText('post 1')).toBeTruthy()
  await thread.findByText('post 3')
  expect(thread.getAllByText(/^post \d/).map(({ textContent }) => textContent)).toEqual([
    'post 1',
    'post 2',
    'post 3',
  ])
  const [way] = thread.getAllByRole('button', { name: /^Show in the room/ })
  await userEvent.click(way!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('article')?.id).toBe('post-2'))
})

test('closed, one is back where one asked for them', async () => {
  await openAnswered([answer(2)])
  await userEvent.click(await hint('1 reply (Mia)'))
  await screen.findByRole('dialog', { name: 'Replies to Mia' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(await hint('1 reply (Mia)'))
})

test('closed after one went from it to an answer, one is back where one asked for them', async () => {
  await openAnswered([answer(2)])
  const thread = await openThread('1 reply (Mia)')
  await userEvent.click(thread.getByRole('button', { name: /^Show in the room/ }))
  await waitFor(() => expect(document.activeElement?.closest('article')?.id).toBe('post-2'))
  await openThread('1 reply (Mia)')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(await hint('1 reply (Mia)'))
})

test('an answer that arrives is counted, and read where the answers are', async () => {
  const { known } = await openAnswered([])
  expect(screen.queryByRole('button', { name: /repl(y|ies) \(Mia\)/ })).toBeNull()
  act(() =>
    TestStream.current.bring({
      type: 'ready',
      userId: mila.userId,
      rooms: [{ slug: 'lounge', latest: 1 }],
      tables: [],
    }),
  )
  bring(answer(2))
  await userEvent.click(await hint('1 reply (Mia)'))
  const thread = within(await screen.findByRole('dialog'))
  await thread.findByText('Nobody has replied yet.')
  known.replies = [answer(2), answer(3)]
  bring(answer(3))
  await thread.findByText('post 3')
})

test('more than are counted are called more', async () => {
  const many = Array.from({ length: limits.repliesCounted }, (_, at) => answer(at + 2))
  // to find one button among those of a hundred posts takes a busy machine half a minute
  await openAnswered(many, [])
  await hint(`${limits.repliesCounted} replies and more (Mia)`)
})

const openThread = async (name: string) => {
  await userEvent.click(await hint(name))
  const thread = within(await screen.findByRole('dialog', { name: 'Replies to Mia' }))
  await thread.findByText('post 2')
  return thread
}
const live = () =>
  act(() =>
    TestStream.current.bring({
      type: 'ready',
      userId: mila.userId,
      rooms: [{ slug: 'lounge', latest: 2 }],
      tables: [],
    }),
  )

test('one answers where the answers are read, and it stands there at once', async () => {
  const { server } = await openAnswered([answer(2)])
  live()
  const thread = await openThread('1 reply (Mia)')
  await userEvent.click(thread.getByRole('button', { name: 'Reply to Mia' }))
  const field = thread.getByRole('textbox', { name: 'Your reply' })
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'me too')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await thread.findByText('me too')
  await thread.findByText('Your post is in the room.')
  expect(thread.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(thread.getByRole('button', { name: 'Reply to Mia' }))
  const sent = server.requests.find(
    ({ method, path }) => method === 'POST' && path.endsWith('/posts'),
  )
  expect(sent?.body).toMatchObject({ text: 'me too', replyTo: mia.id })
  expect(thread.getAllByText('me too')).toHaveLength(1)
})

test('what was begun there is kept, and Escape closes the box alone', async () => {
  await openAnswered([answer(2)])
  const thread = await openThread('1 reply (Mia)')
  await userEvent.click(thread.getByRole('button', { name: 'Reply to Ben' }))
  await userEvent.type(thread.getByRole('textbox'), 'half a thought')
  await userEvent.keyboard('{Escape}')
  expect(thread.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(thread.getByRole('button', { name: 'Reply to Ben' }))
  await userEvent.click(thread.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openThread('1 reply (Mia)')
  expect(again.getByRole<HTMLTextAreaElement>('textbox').value).toBe('half a thought')
})

test('an answer to an answer stands below it, and leads to a thread of its own', async () => {
  const { known } = await openAnswered([answer(2)])
  live()
  const thread = await openThread('1 reply (Mia)')
  await userEvent.click(thread.getByRole('button', { name: 'Reply to Ben' }))
  await userEvent.type(thread.getByRole('textbox'), 'well said')
  known.replies = [{ ...answer(2), replies: [toReply({ ...aPost(3), author: milas })] }]
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const list = thread.getByText('post 2').closest('li')
  await within(list!).findByText('well said')
  await userEvent.click(await thread.findByRole('button', { name: '1 reply (Ben)' }))
  const ben = within(await screen.findByRole('dialog', { name: 'Replies to Ben' }))
  expect(ben.getByText('post 2')).toBeTruthy()
  await userEvent.click(ben.getByRole('button', { name: 'Replies to Mia' }))
  await screen.findByRole('dialog', { name: 'Replies to Mia' })
})

test('one waves at who answered, and not at oneself', async () => {
  await openAnswered([answer(2), { ...answer(3), author: milas }])
  await userEvent.click(await hint('2 replies (Mia)'))
  const thread = within(await screen.findByRole('dialog'))
  await thread.findByText('post 3')
  const names = thread
    .getAllByRole('button', { name: /^Wave to/ })
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Wave to Mia', 'Wave to Ben'])
})
