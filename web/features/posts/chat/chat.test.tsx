import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putNewestLast } from '#web/platform/lists/newestLast.choice.ts'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'
import { lounge, post, TestRoom } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), putNewestLast(false), localStorage.clear()))
Element.prototype.scrollIntoView = () => {}

const own = { ...post(1).author, id: mila.userId, username: mila.username }

/** A room of so many posts, of which the newest are shown. */
async function openRoom(count: number, entry: object = {}, room = new TestRoom()) {
  while (room.posts.length < count) room.add()
  const read: unknown[] = []
  const asked: string[] = []
  const { at } = await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () =>
        Response.json({ room: lounge, icebreaker: null, ...entry }),
      '/api/rooms/lounge/posts': ({ body }) => {
        if (body === undefined) return Response.json(room.page({}))
        const number = room.add()
        room.posts[number - 1] = { ...post(number), ...(body as object), author: own }
        return Response.json(room.posts[number - 1])
      },
      '/api/rooms/lounge/read': ({ body }) => {
        read.push(body)
        return Response.json({ done: true })
      },
      ...Object.fromEntries(
        [1, 21, 41].map((before) => [
          `/api/rooms/lounge/posts?before=${before}`,
          () => {
            asked.push(`before=${before}`)
            return Response.json(room.page({ before }))
          },
        ]),
      ),
    },
  })
  await screen.findByRole('textbox')
  return { room, read, asked, at }
}
const texts = () =>
  [...document.querySelectorAll('article')].map(
    (one) => one.querySelector('[dir="auto"]')?.textContent,
  )
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
const said = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `post ${from + at}`)
const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

test('newest first is how a room stands; the room’s menu turns it round, on this device', async () => {
  await openRoom(3)
  await waitFor(() => expect(texts()).toEqual(['post 3', 'post 2', 'post 1']))
  expect(isBefore(box(), screen.getAllByRole('article')[0]!)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'More about this room' }))
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Newest at the bottom, like a chat',
  })
  expect(choice.checked).toBe(false)
  await userEvent.click(choice)
  await waitFor(() => expect(texts()).toEqual(['post 1', 'post 2', 'post 3']))
  expect(localStorage.getItem('parlour.newest-last')).toBe('on')
  // who goes by keyboard or listens meets what is written in last, as it stands
  const written = document.querySelector('main textarea')!
  expect(isBefore(screen.getAllByRole('article', { hidden: true }).at(-1)!, written)).toBe(true)
})

test('it is chosen among the settings, too, and kept', async () => {
  await openTab('/settings/appearance', { session: mila, language: 'en' })
  const order = within(await screen.findByRole('group', { name: 'Order of posts' }))
  const last = order.getByRole<HTMLInputElement>('radio', {
    name: 'Newest at the bottom, like a chat',
  })
  expect(order.getByRole<HTMLInputElement>('radio', { name: 'Newest at the top' }).checked).toBe(
    true,
  )
  await userEvent.click(last)
  expect(last.checked).toBe(true)
  closeTab()
  await openRoom(2)
  await waitFor(() => expect(texts()).toEqual(['post 1', 'post 2']))
})

test('another tab turns round with it', async () => {
  await openRoom(2)
  await waitFor(() => expect(texts()).toEqual(['post 2', 'post 1']))
  localStorage.setItem('parlour.newest-last', 'on')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.newest-last' })))
  await waitFor(() => expect(texts()).toEqual(['post 1', 'post 2']))
})

test('what one says and what others say comes last, and a screen reader hears as much of it', async () => {
  putNewestLast(true)
  const { room } = await openRoom(2)
  await waitFor(() => expect(texts()).toEqual(said(1, 2)))
  await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
  await waitFor(() => expect(texts()).toEqual([...said(1, 2), 'Good evening']))
  await waitFor(() => {
    const heard = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(heard).toContain('Your post is in the room.')
  })
  const number = room.add()
  act(() => TestStream.current.bring({ type: 'post', room: 'lounge', number, post: post(number) }))
  await waitFor(() => expect(texts()).toEqual([...said(1, 2), 'Good evening', 'post 4']))
})

test('the line stands above the first post that is new', async () => {
  putNewestLast(true)
  const unread = { room: { ...lounge, unread: 2, latest: 5 }, readNumber: 3, readAt: null }
  await openRoom(5, unread)
  await waitFor(() => expect(texts()).toEqual(said(1, 5)))
  const line = screen.getByText('Seen above, new below')
  expect(line.closest('[data-number]')?.getAttribute('data-number')).toBe('4')
  // how many there are, and the ways through them, stand where one comes in
  expect(isBefore(screen.getAllByRole('article').at(-1)!, screen.getByText('2 new'))).toBe(true)
})

test('older posts come above, in their order', async () => {
  putNewestLast(true)
  await openRoom(40)
  await waitFor(() => expect(texts()).toEqual(said(21, 40)))
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier posts' }))
  await waitFor(() => expect(texts()).toEqual(said(1, 40)))
  const end = screen.getByText('This is where the conversation began.')
  expect(isBefore(end, screen.getAllByRole('article')[0]!)).toBe(true)
})

test('j and k go down and up as the posts stand', async () => {
  putNewestLast(true)
  await openRoom(4)
  await waitFor(() => expect(texts()).toEqual(said(1, 4)))
  const at = () => document.activeElement?.id
  await userEvent.keyboard('k')
  await waitFor(() => expect(at()).toBe('post-4'))
  await userEvent.keyboard('k')
  await waitFor(() => expect(at()).toBe('post-3'))
  await userEvent.keyboard('j')
  await waitFor(() => expect(at()).toBe('post-4'))
})

test('the focus at a post that goes moves to the one before it', async () => {
  putNewestLast(true)
  const { room } = await openRoom(4)
  await waitFor(() => expect(texts()).toEqual(said(1, 4)))
  document.getElementById('post-3')?.focus()
  room.keepBack(3)
  act(() => TestStream.current.bring({ type: 'post', room: 'lounge', number: 3, post: null }))
  await waitFor(() => expect(document.activeElement?.id).toBe('post-2'))
})
