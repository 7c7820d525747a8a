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

/** A room in which Mia’s post was answered; what is asked of its replies is answered by the club as it is then. */
async function openAnswered(replies: Post[]) {
  const first = replies.length > 0 ? { ...mia, replies: replies.map(toReply) } : mia
  const posts = [...replies.toReversed(), first]
  const latest = posts[0]!.number
  const page = () => Response.json({ posts, from: 1, to: latest, latest })
  const known = { replies }
  const path = `/api/rooms/lounge/posts/${mia.id}/replies`
  const tab = await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () =>
        Response.json({ room: lounge, icebreaker: null, readNumber: latest, readAt: null }),
      '/api/rooms/lounge/posts': page,
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

test('an answer that arrives is counted, and read where the answers are', async () => {
  const { known } = await openAnswered([])
  expect(screen.queryByRole('button', { name: /repl(y|ies) \(Mia\)/ })).toBeNull()
  act(() =>
    TestStream.current.bring({
      type: 'ready',
      userId: mila.userId,
      rooms: [{ slug: 'lounge', latest: 1 }],
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
  await openAnswered(many)
  await hint(`${limits.repliesCounted} replies and more (Mia)`)
})
