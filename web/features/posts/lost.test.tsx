import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { lounge as room, post as aPost, postEvent } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))

Element.prototype.scrollIntoView = () => {}

const ben = { ...aPost(1).author, id: '018f0000-0000-7000-8000-000000000002', username: 'Ben' }
const own = { ...ben, id: mila.userId, username: mila.username }
const fromBen = (number: number): Post => ({ ...aPost(number), author: ben })

/** A club that stores a post under its id, once, newest first. */
async function openClub(stored: Post[]) {
  const asked: string[] = []
  const page = () => {
    const latest = stored.length
    return Response.json({ posts: stored, from: 1, to: latest, latest })
  }
  await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () => Response.json({ room, icebreaker: null }),
      '/api/rooms/lounge/posts': ({ body }) => {
        if (body === undefined) return page()
        const { id, text } = body as { id: string; text: string }
        asked.push(text)
        const kept = stored.find((one) => one.id === id)
        const post = kept ?? { ...aPost(stored.length + 1), id, text, author: own }
        if (!kept) stored.unshift(post)
        return Response.json({ ...post, left: null })
      },
      '/api/rooms/lounge/posts?after=0': page,
    },
  })
  return {
    asked,
    ready: (generation: string) =>
      act(() =>
        TestStream.current.bring({
          type: 'ready',
          userId: mila.userId,
          generation,
          rooms: [{ slug: 'lounge', latest: stored.length }],
        }),
      ),
  }
}

test('what was acknowledged and lost is said again, and stands where the club has it now', async () => {
  const stored = [fromBen(1)]
  const { asked, ready } = await openClub(stored)
  const box = await screen.findByRole('textbox', { name: 'Your message' })
  ready('first')
  await userEvent.type(box, 'Hello{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked).toEqual(['Hello']))
  await waitFor(() => expect(screen.getAllByText('Hello')).toHaveLength(1))

  // the copy that took over never had it, and somebody has spoken there since
  stored.splice(0, stored.length, fromBen(2), fromBen(1))
  ready('second')
  await screen.findByText('post 2')
  await waitFor(() => expect(asked).toEqual(['Hello', 'Hello']))
  act(() => TestStream.current.bring(postEvent('lounge', 3, stored[0]!)))
  const shown = () => [...document.querySelectorAll('article[id]')].map(({ id }) => id)
  await waitFor(() => expect(shown()).toEqual(['post-3', 'post-2', 'post-1']))
  expect(document.querySelector('#post-3')?.textContent).toContain('Hello')
  expect(screen.getAllByText('Hello')).toHaveLength(1)
})
