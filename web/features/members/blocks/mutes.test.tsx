import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Session } from '#contract/accounts/session.ts'
import { closeTab, done, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { lounge as room } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))
Element.prototype.scrollIntoView = () => {}

const author = (number: number, username: string) => ({
  id: `018f0000-0000-7000-8000-00000000000${number}`,
  username,
  city: null,
  isVerified: false,
  portrait: null,
  role: null,
})
const [ben, cleo] = [author(2, 'Ben'), author(3, 'Cleo')]
const post = (number: number, by: typeof ben, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  number,
  text: `post ${number}`,
  createdAt: '2026-11-21T11:55:00.000Z',
  editedAt: null,
  author: by,
  icebreakerId: null,
  reply: null,
  mentions: [],
  ...more,
})
const FOLDED = 'A post of somebody you muted'

/** A server at which somebody is muted, and unmuted, as it would be. */
function mutesAt(server: () => Server, muted: string[]) {
  const become = (next: string[]) => {
    muted = next
    const session = server().session as Session
    server().session = { ...session, muted }
    return done()
  }
  return {
    [`/api/mutes/${ben.id}`]: ({ method }: { method: string }) =>
      become(method === 'PUT' ? [...muted, ben.id] : muted.filter((id) => id !== ben.id)),
  }
}

async function openRoom(muted: string[] = [], answers: Partial<Server['answers']> = {}) {
  const reply = {
    id: post(2, ben).id,
    number: 2,
    author: { id: ben.id, username: 'Ben' },
    line: 'post 2',
    mentions: [],
  }
  const posts = [post(3, cleo, { reply }), post(2, ben), post(1, cleo)]
  const page = () => Response.json({ posts, from: 1, to: 3, latest: 3 })
  const tab: Awaited<ReturnType<typeof openTab>> = await openTab('/room/lounge', {
    session: { ...mila, muted },
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': ({ body }) =>
        body === undefined ? Response.json({ room, icebreaker: null }) : done(),
      '/api/rooms/lounge/posts': page,
      '/api/rooms/lounge/posts?after=0': page,
      ...mutesAt(() => tab.server, muted),
      ...(answers as Server['answers']),
    },
  })
  await screen.findByRole('heading', { name: 'Lounge' })
  return tab
}
const number2 = () => document.querySelector<HTMLElement>('#post-2')
/** Its own words, and not an answer's quote of them. */
const words2 = () => waitFor(() => expect(number2()?.textContent).toContain('post 2'))

test('what a muted member said is one line, and an answer to it says whose it was and not what', async () => {
  await openRoom([ben.id])
  await screen.findByText(FOLDED)
  expect(screen.getByText('post 3')).toBeTruthy()
  expect(screen.getByText('post 1')).toBeTruthy()
  expect(screen.queryByText('post 2')).toBeNull()
  const quote = screen.getByRole('button', { name: /In reply to/ })
  expect(quote.textContent).toMatch(/Ben …$/)
  // it keeps its number, and is reached like any other
  expect(number2()?.textContent).toContain(FOLDED)
})

test('one post is unfolded alone, and the focus is led to it', async () => {
  await openRoom([ben.id])
  await userEvent.click(await screen.findByRole('button', { name: 'Show this post' }))
  await words2()
  expect(document.activeElement).toBe(number2())
  expect(screen.queryByText(FOLDED)).toBeNull()
})

test('from a post its writer is muted once it was said what that does, and is heard again from there', async () => {
  const { server } = await openRoom()
  const more = () =>
    userEvent.click(screen.getByRole('button', { name: /More about the post by Ben/ }))
  await words2()
  await more()
  await userEvent.click(await screen.findByRole('button', { name: 'Mute Ben' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mute Ben?' })
  within(dialog).getByText(/They do not learn of it/)
  expect(server.times(`/api/mutes/${ben.id}`)).toBe(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  await screen.findByText(FOLDED)
  await screen.findByText('Ben is muted')
  await waitFor(() => expect(document.activeElement).toBe(number2()))

  await userEvent.click(screen.getByRole('button', { name: 'Show this post' }))
  await more()
  await userEvent.click(await screen.findByRole('button', { name: 'Unmute Ben' }))
  await screen.findByText('Ben is no longer muted')
  await words2()
})

test('that it failed is told where it was tried', async () => {
  await openRoom([], { [`/api/mutes/${ben.id}`]: () => refusal('unavailable', {}, 503) })
  await words2()
  await userEvent.click(screen.getByRole('button', { name: /More about the post by Ben/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mute Ben' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mute Ben?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBeTruthy()
  await words2()
})

test('a member muted on another device is folded here as soon as an event says that something changed', async () => {
  const { server } = await openRoom()
  await words2()
  server.session = { ...mila, muted: [ben.id] }
  act(() => TestStream.current.bring({ type: 'rooms' }))
  await screen.findByText(FOLDED)
})

test('a muted member is unmuted in the settings, also with no name to show', async () => {
  let mutes: object[] = [
    { memberId: ben.id, username: 'Ben', mutedAt: '2026-11-20T10:00:00.000Z' },
    { memberId: cleo.id, username: null, mutedAt: '2026-11-20T10:00:00.000Z' },
  ]
  const letGo = () => {
    mutes = mutes.slice(1)
    return done()
  }
  await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: {
      '/api/blocks': () => Response.json({ blocks: [], mutes, hiddenPosts: 0 }),
      [`/api/mutes/${ben.id}`]: letGo,
      [`/api/mutes/${cleo.id}`]: letGo,
    },
  })
  const part = within(await screen.findByRole('region', { name: 'Muted' }))
  await userEvent.click(part.getByRole('button', { name: /Ben/ }))
  await screen.findByText('Ben is no longer muted')
  await userEvent.click(part.getByRole('button', { name: /Somebody who is not here any more/ }))
  await screen.findByText('The mute is lifted')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Muted' })).toBeNull())
})
