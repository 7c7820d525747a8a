import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { lounge as room, post as aPost, TestRoom } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'
import { settle } from '#web/testing/turns.ts'
import { currentToasts } from '#web/ui/feedback/toastQueue.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear(), (globalThis.early = undefined)))

const ben = { ...aPost(1).author, id: '018f0000-0000-7000-8000-000000000002', username: 'Ben' }
const own = { ...ben, id: mila.userId, username: mila.username }
/** By the club's clock, where it is noon. */
const recently = '2026-11-21T11:59:00.000Z'
Element.prototype.scrollIntoView = () => {}
const post = (number: number, more: Partial<Post> = {}): Post => ({
  ...aPost(number),
  author: ben,
  ...more,
})
const question = { de: 'Was trinkst du?', en: 'What are you drinking?' }
const icebreaker = { id: '1ceb0000-0000-4000-8000-000000000001', question }
type Answers = NonNullable<NonNullable<Parameters<typeof openTab>[1]>['answers']>

/** A room of which the newest posts are shown, and the older ones are asked for. */
async function openRoom(posts: Post[], older: Post[] = [], more: Answers = {}) {
  const sent: unknown[] = []
  const latest = posts[0]?.number ?? 0
  const from = posts.at(-1)?.number ?? 1
  const page = () => Response.json({ posts, from, to: latest, latest })
  const { back, at } = await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () => Response.json({ room, icebreaker }),
      '/api/rooms/lounge/posts': ({ body }) => {
        if (body === undefined) return page()
        sent.push(body)
        return refusal('post_gone', {}, 404)
      },
      [`/api/rooms/lounge/posts?after=${from - 1}`]: page,
      [`/api/rooms/lounge/posts?before=${from}`]: () =>
        Response.json({ posts: older, from: 1, to: from - 1, latest }),
      [`/api/rooms/lounge/posts?before=${from}&count=100`]: () =>
        Response.json({ posts: older, from: 1, to: from - 1, latest }),
      ...more,
    },
  })
  await screen.findByRole('textbox')
  return { sent, posts, back, at }
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
const quoteOf = ({ id, number, author, text }: Post) => ({
  id,
  number,
  author: { id: author.id, username: author.username },
  line: text,
  mentions: [],
})

test('Reply quotes what one answers, which can be taken away, and is kept with the draft', async () => {
  await openRoom([post(2), post(1, { text: 'Good evening\nall' })])
  await screen.findByText('post 2')
  const [, first] = screen.getAllByRole('article')
  const reply = () => userEvent.click(within(first!).getByRole('button', { name: /^Reply to/ }))
  await reply()
  expect(document.activeElement).toBe(box())
  const composer = within(screen.getByRole('form'))
  // read out when it comes, and said once
  expect(composer.getAllByRole('status')[0]?.textContent).toBe(
    'You are replying to Ben Good evening',
  )
  await userEvent.click(composer.getByRole('button', { name: 'Do not reply to this post' }))
  expect(composer.queryByText('Good evening')).toBeNull()
  expect(document.activeElement).toBe(box())

  await reply()
  await userEvent.keyboard('me too')
  closeTab()
  const { sent } = await openRoom([post(2), post(1, { text: 'Good evening\nall' })])
  await within(screen.getByRole('form')).findByText('Good evening')
  await userEvent.type(box(), '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent).toMatchObject([{ text: 'me too', replyTo: post(1).id }]))
  // it is gone: what was written is not, and can go out without it
  await screen.findAllByText(/This post is no longer here\./)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(box().value).toBe('me too'))
  expect(screen.queryByText('You are replying to')).toBeNull()
})

test('what is typed while a refused post is fetched back into the box stays there', async () => {
  const { sent } = await openRoom([post(1)])
  await userEvent.type(box(), 'me too{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findAllByText(/This post is no longer here\./)
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  fireEvent.change(box(), { target: { value: 'and so on' } })
  await waitFor(() => expect(box().value).toBe('me too\nand so on'))
})

test('of two openings tapped while what writes them is fetched the last one stands there, alone', async () => {
  await openRoom([post(1)], [], {
    '/api/rooms/lounge/entries': () => Response.json({ room, icebreaker, hasYetToSpeak: true }),
  })
  const welcome = within(await screen.findByRole('region', { name: 'You are in.' }))
  const [first, second] = within(welcome.getByRole('list')).getAllByRole('button')
  fireEvent.click(first!)
  fireEvent.click(second!)
  await waitFor(() => expect(box().value).not.toBe(''))
  await settle()
  expect(box().value).toBe(second!.textContent)
})

test('tapping a quote goes to what it quotes, also further back, and says so if it is gone', async () => {
  const [old, newer] = [post(3, { text: 'long ago' }), post(30)]
  const gone = { ...quoteOf(post(2)), number: 2 }
  const replies = [
    post(32, { reply: gone, text: 'and?' }),
    post(31, { reply: quoteOf(old) }),
    newer,
  ]
  await openRoom(replies, [old])
  await userEvent.click(await screen.findByRole('button', { name: /In reply to Ben long ago/ }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('long ago'))
  expect(document.activeElement?.id).toBe('post-3')
  await userEvent.click(screen.getByRole('button', { name: /In reply to Ben post 2/ }))
  await screen.findAllByText('The post this answers is no longer here.')
})

/** A room whose newest posts answer old ones; each page further back comes when the test lets it. */
async function openAnswering(...answered: number[]) {
  const evening = new TestRoom()
  for (let number = 1; number <= 300; number += 1) evening.add()
  const replies = answered.map((number, at) => post(300 - at, { reply: quoteOf(post(number)) }))
  evening.posts.splice(-replies.length, replies.length, ...replies.toReversed())
  const newest = evening.page({})
  const pageBefore = (before: number) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const come = (answer = Response.json(evening.page({ before, count: 100 }))) => resolve(answer)
    const path = `/api/rooms/lounge/posts?before=${before}&count=100`
    return { come, answers: { [path]: () => promise } }
  }
  const [near, far] = [pageBefore(newest.from), pageBefore(newest.from - 100)]
  await openRoom(newest.posts, [], { ...near.answers, ...far.answers })
  const jump = async (number: number) =>
    userEvent.click(await screen.findByRole('button', { name: `In reply to Ben post ${number}` }))
  return { near, far, jump }
}

test('of two ways to a post the one begun last leads there, however long the other takes', async () => {
  const { near, far, jump } = await openAnswering(100, 200)
  await jump(100)
  await jump(200)
  near.come()
  await waitFor(() => expect(document.activeElement?.id).toBe('post-200'))
  far.come()
  await waitFor(() => expect(document.getElementById('post-100')).not.toBeNull())
  expect(document.activeElement?.id).toBe('post-200')
})

test('a way to a post whose room was left says nothing more', async () => {
  const { near, jump } = await openAnswering(200)
  await jump(200)
  await userEvent.click(screen.getByRole('link', { name: 'All rooms' }))
  await screen.findByRole('heading', { name: 'Rooms' })
  near.come(refusal('unexpected', {}, 500))
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(currentToasts()).toEqual([])
})

test('a wave stays waved when what was asked before it is answered after it', async () => {
  const [before, after] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const answers = [before.promise, after.promise]
  await openRoom([post(1)], [], {
    [`/api/rooms/lounge/waves?from=1&to=${limits.wavesPerQuestion}`]: () => answers.shift()!,
    [`/api/posts/${post(1).id}/waves`]: () => Response.json({ done: true }),
  })
  const button = await screen.findByRole('button', { name: /^Wave to/ })
  await userEvent.click(button)
  await screen.findByText(/^You waved at Ben/)
  before.resolve(Response.json({ numbers: [], mutual: [] }))
  after.resolve(Response.json({ numbers: [1], mutual: [] }))
  await screen.findByRole('button', { name: /^Wave to/, pressed: true })
  await waitFor(() => expect(answers).toEqual([]))
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

test('what was asked for early is asked for again where the line has told of changes since', async () => {
  const evening = new TestRoom()
  for (let number = 1; number <= 3; number += 1) evening.add()
  const page = evening.page({})
  const known = (name: string) => (name === 'GET /api/rooms/lounge/posts' ? page : undefined)
  globalThis.early = { take: () => undefined, known, drop() {} }
  let enter = (_answer: Response) => {}
  await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': () => new Promise((given) => (enter = given)),
      '/api/rooms/lounge/posts?after=0': () => Response.json(evening.page({ after: 0 })),
    },
  })
  await waitFor(() => expect(TestStream.all).toHaveLength(1))
  evening.add()
  evening.keepBack(2)
  act(() => ready(4))
  enter(Response.json({ room, icebreaker }))
  await screen.findByText('post 4')
  expect(numbers()).toEqual([4, 3, 1])
})

/** A long evening whose last post answers an old one, and what was asked of it. */
async function openLateAt(total: number, answered: number) {
  const evening = new TestRoom()
  for (let number = 1; number <= total; number += 1) evening.add()
  evening.posts.splice(-1, 1, post(total, { reply: quoteOf(post(answered)) }))
  const asked: number[] = []
  const line = { isOpen: Promise.resolve() }
  const pageBefore = (before: number): [string, () => Promise<Response>] => [
    `/api/rooms/lounge/posts?before=${before}&count=40`,
    async () => {
      asked.push(before)
      await line.isOpen
      return Response.json(evening.page({ before, count: 40 }))
    },
  ]
  const befores = Array.from({ length: total + 50 }, (_, before) => pageBefore(before))
  const { back, at } = await openRoom(evening.page({}).posts, [], Object.fromEntries(befores))
  // nothing is asked for only because time passes
  act(() => ready(total))
  await userEvent.click(
    await screen.findByRole('button', { name: `In reply to Ben post ${answered}` }),
  )
  await waitFor(() => expect(document.activeElement?.id).toBe(`post-${answered}`))
  return { evening, asked, line, back, at }
}
// by role it would take seconds with so many
const numbers = () =>
  [...document.querySelectorAll('article[id]')].map(({ id }) => Number(id.slice(5)))
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, back) => from - back)
const press = (name: string) => userEvent.click(screen.getByText(name))
const ready = (latest: number) =>
  TestStream.current.bring({
    type: 'ready',
    userId: mila.userId,
    rooms: [{ slug: 'lounge', latest }],
    tables: [],
  })

test('a post far back is shown among those around it, which go on both ways, and the way back is short', async () => {
  const { evening, asked } = await openLateAt(1_000, 500)
  expect(asked).toEqual([521])
  screen.getByRole('heading', { name: 'Earlier posts' })
  expect(numbers()).toEqual(down(520, 481))

  await press('Show earlier posts')
  await waitFor(() => expect(numbers()).toEqual(down(520, 441)))
  const missing = [530]
  evening.keepBack(530)
  const all = (top: number) => down(top, 441).filter((number) => !missing.includes(number))
  for (const top of [560, 600]) {
    await press('Show later posts')
    await waitFor(() => expect(numbers()).toEqual(all(top)))
    // reading goes on where it ended, upwards
    await waitFor(() => expect(document.activeElement?.id).toBe(`post-${top - 39}`))
  }

  // what is removed meanwhile goes here, too, and nothing else does
  evening.keepBack(500)
  TestStream.current.bring({ type: 'post', room: 'lounge', number: 500, post: null })
  await waitFor(() => expect(numbers()).not.toContain(500))
  evening.keepBack(540)
  ready(1_000)
  await waitFor(() => expect(numbers()).not.toContain(540))
  missing.push(500, 540)
  expect(numbers().slice(0, all(600).length)).toEqual(all(600))

  await press('To the newest')
  await waitFor(() => expect(document.activeElement?.id).toBe('post-1000'))
  expect(screen.queryByRole('heading', { name: 'Earlier posts' })).toBeNull()
})

test('going back leads out of the posts of long ago to the newest, in the same room', async () => {
  const { back, at } = await openLateAt(1_000, 500)
  back()
  await screen.findByText('post 999')
  expect(screen.queryByRole('heading', { name: 'Earlier posts' })).toBeNull()
  expect(at()).toBe('/room/lounge')
})

test('who has read on to the newest post hears the next', async () => {
  const { evening } = await openLateAt(350, 30)
  for (const top of [90, 130, 170, 210, 250, 290, 330, 350]) {
    await press('Show later posts')
    await waitFor(() => expect(numbers()[0]).toBe(top))
  }
  expect(screen.queryByText('Show later posts')).toBeNull()
  await press('Show earlier posts')
  await waitFor(() => expect(numbers().at(-1)).toBe(1))
  // the button went with the first post of all
  const end = screen.getByText('This is where the conversation began.')
  await waitFor(() => expect(document.activeElement).toBe(end.closest('section')))
  const number = evening.add()
  TestStream.current.bring({ type: 'post', room: 'lounge', number, post: post(number) })
  await waitFor(() => expect(numbers()[0]).toBe(351))
})

test('earlier posts that are on their way come, and news that crowd in cost two rounds', async () => {
  const { evening, asked, line } = await openLateAt(1_000, 500)
  const opening = Promise.withResolvers<void>()
  line.isOpen = opening.promise
  asked.length = 0
  await press('Show earlier posts')
  evening.keepBack(510)
  for (const number of [510, 510, 510])
    act(() => TestStream.current.bring({ type: 'post', room: 'lounge', number, post: null }))
  act(() => ready(1_000))
  opening.resolve()
  await waitFor(() => expect(numbers()).toEqual(down(520, 440).filter((one) => one !== 510)))
  expect(asked).toEqual([481, 521, 480, 521, 480])
})

test('a post far back that is gone is told as gone; posts that do not come are asked for again', async () => {
  const evening = new TestRoom()
  for (let number = 1; number <= 1_000; number += 1) evening.add()
  evening.keepBack(500)
  evening.posts.splice(-1, 1, post(1_000, { reply: quoteOf(post(500)) }))
  let isUp = false
  await openRoom(evening.page({}).posts, [], {
    '/api/rooms/lounge/posts?before=521&count=40': () =>
      isUp
        ? Response.json(evening.page({ before: 521, count: 40 }))
        : refusal('unexpected', {}, 500),
  })
  await userEvent.click(await screen.findByRole('button', { name: /In reply to Ben post 500/ }))
  await screen.findByText('These posts could not be loaded')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findAllByText('The post this answers is no longer here.')
  await screen.findByText('post 501')
  // writing leads back to where the room is now
  await userEvent.type(box(), 'here again{Control>}{Enter}{/Control}')
  await screen.findByText('post 999')
  expect(screen.queryByText('post 501')).toBeNull()
})

test('a quote of what is not to be seen says so, and staff and edits are marked', async () => {
  const reply = { id: null, number: 1, author: null, line: null, mentions: [] }
  const editedAt = recently
  await openRoom([post(2, { reply, editedAt, author: { ...ben, role: 'moderator' } })])
  const article = within(await screen.findByRole('article'))
  article.getByText('The post this answers is no longer here.')
  article.getByText(/· edited/)
  article.getByText('Team')
})

test('members named are links, with the name they have now; addresses are words', async () => {
  const mention = { id: ben.id, username: 'Benno', name: 'ben' }
  const text = 'hi @ben, see www.example.org or mail a@ben.example'
  await openRoom([post(1, { text, mentions: [mention] })])
  const shown = await screen.findByText(/see www/)
  expect(
    within(shown)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['@Benno'])
  expect(shown.textContent).toBe('hi @Benno, see www.example.org or mail a@ben.example')
})

test('a name is completed from the room by keyboard, and Escape leaves it alone', async () => {
  let asked = 0
  const people = [
    { id: ben.id, username: 'Ben' },
    { id: own.id, username: 'Ben Hur' },
  ]
  await openRoom([], [], {
    '/api/rooms/lounge/people?starts=b': () => ((asked += 1), Response.json({ people })),
    '/api/rooms/lounge/people?starts=be': () => ((asked += 1), Response.json({ people })),
  })
  await userEvent.type(box(), 'hello @b')
  const list = await screen.findByRole('listbox', { name: 'Members to mention' })
  screen.getByText('2 names: arrow keys to choose, Enter to insert, Escape to close')
  await waitFor(() => expect(box().getAttribute('aria-controls')).toBe(list.id))
  const active = () => document.getElementById(box().getAttribute('aria-activedescendant')!)
  expect(active()?.textContent).toBe('Ben')
  await userEvent.keyboard('{ArrowDown}')
  expect(active()?.textContent).toBe('Ben Hur')
  await userEvent.keyboard('{Enter}')
  expect(box().value).toBe('hello @Ben Hur ')
  expect(screen.queryByRole('listbox')).toBeNull()

  await userEvent.keyboard('and @be')
  await screen.findByRole('listbox')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('hello @Ben Hur and @be')
  expect(asked).toBeLessThanOrEqual(2)
})

test('what is typed on of a name is looked for in what came, without regard to case and accents', async () => {
  const people = [{ id: ben.id, username: 'René' }]
  const asked: string[] = []
  const answer = (starts: string) => () => (
    asked.push(starts),
    Response.json({ people: starts === 'r' ? people : [] })
  )
  const longer = ['re', 'ren', 'rene', 'rE', 'rEN', 'rENÉ']
  await openRoom(
    [],
    [],
    Object.fromEntries(
      ['r', ...longer].map((starts) => [
        `/api/rooms/lounge/people?starts=${encodeURIComponent(starts)}`,
        answer(starts),
      ]),
    ),
  )
  await userEvent.type(box(), '@r')
  await screen.findByRole('option', { name: 'René' })
  for (const more of ['ene', '{Backspace}{Backspace}{Backspace}ENÉ']) {
    await userEvent.keyboard(more)
    screen.getByRole('option', { name: 'René' })
  }
  await userEvent.keyboard('x')
  expect(screen.queryByRole('option')).toBeNull()
  expect(asked).toEqual(['r'])
})

test('Enter that ends a word of an input method chooses no name', async () => {
  const people = [{ id: ben.id, username: 'Ben' }]
  await openRoom([], [], { '/api/rooms/lounge/people?starts=b': () => Response.json({ people }) })
  await userEvent.type(box(), '@b')
  await screen.findByRole('listbox', { name: 'Members to mention' })
  await waitFor(() => expect(box().getAttribute('aria-activedescendant')).not.toBeNull())
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
  // Safari's, after the word has ended
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })
  expect(box().value).toBe('@b')
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(box().value).toBe('@Ben ')
})

test('one’s own post is edited and deleted from its menu, after a question', async () => {
  const mine = post(1, { author: own, createdAt: recently })
  const bodies: unknown[] = []
  await openRoom([mine], [], {
    [`/api/rooms/lounge/posts/${mine.id}`]: ({ body }) => {
      bodies.push(body)
      const { text } = body as { text: string }
      return Response.json({ ...mine, text, editedAt: recently })
    },
    [`/api/posts/${mine.id}`]: ({ body }) => {
      bodies.push(body)
      return Response.json({ done: true })
    },
  })
  await screen.findByText('post 1')
  const menu = async (item: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Edit or delete your post' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: item }))
    return dialog
  }
  const editing = await menu('Edit')
  const text = editing.getByRole('textbox')
  expect(document.activeElement).toBe(text)
  await userEvent.clear(text)
  await userEvent.type(text, 'better')
  await userEvent.click(editing.getByRole('button', { name: 'Save' }))
  await screen.findByText('better', { selector: '[dir="auto"]' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const deleting = await menu('Delete')
  deleting.getByText('Delete this post?')
  await userEvent.click(deleting.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(bodies).toEqual([{ text: 'better' }, undefined])
})

test('an edit that was closed by a slip goes on where it was, and Cancel drops it', async () => {
  await openRoom([post(1, { author: own, createdAt: recently })])
  await screen.findByText('post 1')
  const edit = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Edit or delete your post' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
    return dialog
  }
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const text = (dialog: Awaited<ReturnType<typeof edit>>) =>
    dialog.getByRole<HTMLTextAreaElement>('textbox')

  await userEvent.type(text(await edit()), ', with much more')
  await userEvent.keyboard('{Escape}')
  await closed()
  const again = await edit()
  expect(text(again).value).toBe('post 1, with much more')
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }))
  await closed()
  expect(text(await edit()).value).toBe('post 1')
})

test('a post that is changed elsewhere while it is edited says so, and what is typed stays', async () => {
  const mine = post(1, { author: own, createdAt: recently })
  const { posts } = await openRoom([mine])
  await screen.findByText('post 1')
  await userEvent.click(screen.getByRole('button', { name: 'Edit or delete your post' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
  await userEvent.type(dialog.getByRole('textbox'), ', better')
  expect(dialog.queryByText(/elsewhere/)).toBeNull()
  posts[0] = { ...mine, text: 'from the phone', editedAt: recently }
  const rooms = [{ slug: 'lounge', latest: 1 }]
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms, tables: [] }))
  const told = within(
    (await dialog.findByText(/you changed it elsewhere/)).closest('[role=status]')!,
  )
  told.getByText('from the phone')
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('post 1, better')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
})

test('an edit under way is seen through, and what failed is still there to send again', async () => {
  const mine = post(1, { author: own, createdAt: recently })
  let answer: (response: Response) => void = () => {}
  await openRoom([mine], [], {
    [`/api/rooms/lounge/posts/${mine.id}`]: () => new Promise((resolve) => (answer = resolve)),
  })
  await screen.findByText('post 1')
  await userEvent.click(screen.getByRole('button', { name: 'Edit or delete your post' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
  await userEvent.type(dialog.getByRole('textbox'), ', better')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  act(() => answer(refusal('unavailable')))
  await dialog.findByText(/^The club cannot do this right now/)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('post 1, better')
})

test('what is written while an edit is being saved stays in its window, to be saved as well', async () => {
  const mine = post(7, { author: own, createdAt: recently })
  const saved: string[] = []
  const first = Promise.withResolvers<void>()
  await openRoom([mine], [], {
    [`/api/rooms/lounge/posts/${mine.id}`]: async ({ body }) => {
      const { text } = body as { text: string }
      saved.push(text)
      if (saved.length === 1) await first.promise
      return Response.json({ ...mine, text, editedAt: recently })
    },
  })
  await screen.findByText('post 7')
  await userEvent.click(screen.getByRole('button', { name: 'Edit or delete your post' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
  const text = dialog.getByRole<HTMLTextAreaElement>('textbox')
  await userEvent.type(text, ', better')
  const save = dialog.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  await userEvent.type(text, ' still')
  first.resolve()
  await screen.findByText('post 7, better', { selector: '[dir="auto"]' })
  await waitFor(() => expect(save.dataset['pending']).toBeUndefined())
  expect(text.value).toBe('post 7, better still')
  expect(screen.queryByText('Your post is changed.')).toBeNull()

  await userEvent.click(save)
  await screen.findByText('post 7, better still', { selector: '[dir="auto"]' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).toEqual(['post 7, better', 'post 7, better still'])
})

test('where the device has no network an edit says so at once, and its window can be closed', async () => {
  const mine = post(1, { author: own, createdAt: recently })
  await openRoom([mine], [], {
    [`/api/rooms/lounge/posts/${mine.id}`]: () => Promise.reject(new TypeError('offline')),
  })
  await screen.findByText('post 1')
  try {
    act(() => void window.dispatchEvent(new Event('offline')))
    await userEvent.click(screen.getByRole('button', { name: 'Edit or delete your post' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
    await userEvent.type(dialog.getByRole('textbox'), ', better')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/^Network error/)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  } finally {
    act(() => void window.dispatchEvent(new Event('online')))
  }
})

test('what is older than fifteen minutes can only be deleted', async () => {
  const createdAt = '2026-11-21T11:44:00.000Z'
  await openRoom([post(1, { author: own, createdAt })])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit or delete your post' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByRole('button', { name: 'Delete' })
  expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('an edit elsewhere is shown when the club says that posts changed', async () => {
  const { posts } = await openRoom([post(1)])
  await screen.findByText('post 1')
  posts[0] = post(1, { text: 'better', editedAt: recently })
  const rooms = [{ slug: 'lounge', latest: 1 }]
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms, tables: [] }))
  await screen.findByText('better')
})

test('today’s answers are read in a window, with the way to each', async () => {
  const answer = post(3, { text: 'Tea', icebreakerId: icebreaker.id })
  await openRoom([post(30)], [answer], {
    '/api/rooms/lounge/answers': () => Response.json({ icebreaker, posts: [answer], before: null }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Read answers' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Today’s answers' }))
  await dialog.findByText('Tea')
  dialog.getByText('What are you drinking?')
  await userEvent.click(dialog.getByRole('button', { name: /Show in the room/ }))
  await waitFor(() => expect(document.activeElement?.closest('article')?.id).toBe('post-3'))
})

test('a window that was closed while it led to a post, and opened again, stays open', async () => {
  const evening = new TestRoom()
  for (let number = 1; number <= 300; number += 1) evening.add()
  const newest = evening.page({})
  const answer = post(newest.from - 1, { text: 'Tea', icebreakerId: icebreaker.id })
  const late = Promise.withResolvers<Response>()
  await openRoom(newest.posts, [], {
    '/api/rooms/lounge/answers': () => Response.json({ icebreaker, posts: [answer], before: null }),
    [`/api/rooms/lounge/posts?before=${newest.from}&count=100`]: () => late.promise,
  })
  const read = async () => {
    await userEvent.click(screen.getByText('Read answers'))
    return within(await screen.findByRole('dialog', { name: 'Today’s answers' }))
  }
  await userEvent.click(await (await read()).findByText('Show in the room'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await read()
  late.resolve(Response.json(evening.page({ before: newest.from, count: 100 })))
  await waitFor(() => expect(document.getElementById(`post-${answer.number}`)).not.toBeNull())
  await act(async () => {})
  screen.getByRole('dialog', { name: 'Today’s answers' })
})

test('Shift and Escape mark a room as read up to its newest, and the bar goes', async () => {
  const read: unknown[] = []
  await openRoom([post(3), post(2), post(1)], [], {
    '/api/rooms/lounge/entries': () =>
      Response.json({
        room: { ...room, unread: 2, latest: 3 },
        icebreaker,
        readNumber: 1,
        readAt: '2026-11-20T20:00:00.000Z',
      }),
    '/api/rooms/lounge/read': ({ body }) => {
      read.push(body)
      return Response.json({ done: true })
    },
  })
  await screen.findByText('post 3')
  await screen.findByRole('button', { name: 'Mark all as read' })
  // alone it is for what is open
  await userEvent.keyboard('{Escape}')
  screen.getByRole('button', { name: 'Mark all as read' })
  await userEvent.keyboard('{Shift>}{Escape}{/Shift}')
  await waitFor(() => expect(read).toContainEqual({ number: 3 }))
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  expect(currentToasts()).toHaveLength(1)
})
