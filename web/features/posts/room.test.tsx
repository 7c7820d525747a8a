import { limits } from '#contract/limits.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import { hasUnsent } from '#web/platform/session/drafts.ts'
import { switchShortcuts } from '#web/platform/shortcuts/shortcuts.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { lounge as room } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))
Element.prototype.scrollIntoView = () => {}

const ICEBREAKER = '1ceb0000-0000-4000-8000-000000000001'
const ben = {
  id: '018f0000-0000-7000-8000-000000000002',
  username: 'Ben',
  city: 'Köln',
  isVerified: false,
  portrait: null,
  role: null,
}
const post = (number: number, more: Partial<Post> = {}): Post => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  number,
  text: `post ${number}`,
  createdAt: '2026-11-21T11:55:00.000Z',
  editedAt: null,
  author: ben,
  icebreakerId: null,
  reply: null,
  mentions: [],
  ...more,
})

type Sent = { id: string; text: string; icebreakerId: string | null }

/** A room with posts, in which posting is answered as the test wants. */
async function openRoom({
  posts = [] as Post[],
  onPost = null as ((sent: Sent) => Response | Promise<Response>) | null,
} = {}) {
  const sent: Sent[] = []
  const store = (one: Sent) => {
    const number = posts.length + 1
    const author = { ...ben, id: mila.userId, username: mila.username, city: null }
    posts.unshift(post(number, { ...one, author }))
    return Response.json(posts[0])
  }
  const question = { de: 'Was trinkst du?', en: 'What are you drinking?' }
  const page = () => Response.json({ posts, from: 1, to: posts.length, latest: posts.length })
  const tab = await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/rooms/lounge/entries': ({ body }) =>
        body === undefined
          ? Response.json({ room, icebreaker: { id: ICEBREAKER, question } })
          : done(),
      '/api/rooms/lounge/posts': ({ body }) => {
        if (body === undefined) return page()
        sent.push(body as Sent)
        return (onPost ?? store)(body as Sent)
      },
      '/api/rooms/lounge/posts?after=0': page,
    },
  })
  await screen.findByRole('heading', { name: 'Lounge' })
  await screen.findByRole('textbox')
  return { ...tab, sent, store, posts }
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
const button = () => screen.getByRole('button', { name: 'Post' })
const texts = () =>
  screen.queryAllByRole('article').map((one) => one.querySelector('[dir="auto"]')?.textContent)
const tell = (number: number, one: Post | null) =>
  act(() => TestStream.current.bring({ type: 'post', room: 'lounge', number, post: one }))

test('a room shows who said what and when, newest first, with what one can do', async () => {
  await openRoom({ posts: [post(2), post(1, { author: { ...ben, city: null } })] })
  await screen.findByText('post 2')
  const header = within(screen.getByRole('heading', { name: 'Lounge' }).closest('header')!)
  header.getByText('Come in')
  header.getByText('Free')
  expect(texts()).toEqual(['post 2', 'post 1'])
  const first = within(screen.getAllByRole('article')[0]!)
  first.getByRole('heading', { name: 'Ben' })
  first.getByText('Köln')
  const time = first.getByText(/^1[12]:55$/).closest('time')!
  expect(time.getAttribute('datetime')).toBe('2026-11-21T11:55:00.000Z')
  // the whole of it for who asks or hears it
  expect(time.title).toMatch(/21 November 2026/)
  within(time).getByText(time.title)
  first.getByRole('button', { name: /^Reply to/ })
  expect(first.getByRole('button', { name: /^Wave to/ }).getAttribute('aria-disabled')).toBeNull()
})

test('what one says in one breath stands together under one portrait', async () => {
  const at = (minute: number) => `2026-11-21T11:${minute}:00.000Z`
  const cleo = { ...ben, id: '018f0000-0000-7000-8000-000000000003', username: 'Cleo' }
  await openRoom({
    posts: [
      post(4, { createdAt: at(55) }),
      post(3, { createdAt: at(49) }),
      post(2, { createdAt: at(40) }),
      post(1, { createdAt: at(39), author: cleo }),
    ],
  })
  await screen.findByText('post 1')
  const faces = screen
    .getAllByRole('article')
    .map((one) => one.querySelectorAll('[style*="--hue"]').length)
  expect(faces).toEqual([1, 0, 1, 1])
})

test('beside a post stands who wrote it: their portrait or initial, the mark, and the way to their page', async () => {
  const portrait = '01900001-0000-4000-8000-000000000001'
  const seen = { ...ben, portrait, isVerified: true }
  const cleo = { ...ben, id: '018f0000-0000-7000-8000-000000000003' }
  await openRoom({ posts: [post(2, { author: seen }), post(1, { author: cleo })] })
  await screen.findByText('post 2')
  const [first, second] = screen.getAllByRole('article')
  const image = first!.querySelector('img')!
  expect(image.getAttribute('src')).toBe(`/api/members/${ben.id}/photos/${portrait}/320`)
  expect([image.width, image.height, image.getAttribute('loading'), image.alt]).toEqual([
    40,
    40,
    'lazy',
    '',
  ])
  within(first!).getByText('Verified')
  expect(within(second!).queryByText('Verified')).toBeNull()
  expect(within(second!).getByText('B').style.getPropertyValue('--hue')).not.toBe('')
  const author = within(second!).getByRole('link', { name: 'Ben' })
  expect(author.getAttribute('href')).toBe(`/member/${cleo.id}`)
})

test('who posts by keyboard goes on in the box, and hears that the post stands there', async () => {
  await openRoom({ posts: [post(1)] })
  await screen.findByText('post 1')
  screen.getByRole('button', { name: 'Reply to Ben' })
  screen.getByRole('button', { name: 'Wave to Ben' })
  await userEvent.type(box(), 'Good evening')
  await userEvent.tab()
  expect(document.activeElement).toBe(button())
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(box())
  const said = await screen.findByText('Your post is in the room.')
  expect(said.closest('[role=status]')).toBeTruthy()
})

test('markup and links are words, and line breaks stay', async () => {
  const text = '<b>hi</b>\nhttps://example.org <img src=x onerror=alert(1)>'
  await openRoom({ posts: [post(1, { text })] })
  const shown = await screen.findByText(/hi/, { selector: '[dir="auto"]' })
  expect(shown.textContent).toBe(text)
  expect(shown.children).toHaveLength(0)
})

test('an empty room invites the first word', async () => {
  await openRoom()
  await screen.findByText('No posts yet. Be the first to start the conversation!')
})

test('nothing, spaces and more characters than a post may have cannot be posted', async () => {
  await openRoom()
  expect(button().hasAttribute('disabled')).toBe(true)
  await userEvent.type(box(), '   ')
  screen.getByText(`3/${limits.postText}`)
  expect(button().hasAttribute('disabled')).toBe(true)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  screen.getByText('Post cannot be empty')
  await userEvent.clear(box())
  await userEvent.paste('😀'.repeat(limits.postText))
  expect(button().hasAttribute('disabled')).toBe(false)
  screen.getByText(`${limits.postText}/${limits.postText}`)
  await userEvent.paste(' ')
  screen.getByText(`${limits.postText}/${limits.postText}`)
  expect(button().hasAttribute('disabled')).toBe(false)
  await userEvent.paste('!')
  expect(button().hasAttribute('disabled')).toBe(true)
  screen.getByText(`Post must be less than ${limits.postText} characters`)
  screen.getByText('Swimwear/underwear OK. No nudity or explicit content.')
})

test('a post is shown at once, then in its place, and once, whichever is first: answer or event', async () => {
  let answer: (response: Response) => void = () => {}
  const { sent, store } = await openRoom({
    onPost: () => new Promise((resolve) => (answer = resolve)),
  })
  await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
  expect(box().value).toBe('')
  expect(texts()).toEqual(['Good evening'])
  screen.getByText('Sending …')

  const response = store(sent[0]!)
  tell(1, (await response.clone().json()) as Post)
  expect(texts()).toEqual(['Good evening'])
  expect(screen.queryByText('Sending …')).toBeNull()
  await act(async () => answer(response))
  expect(texts()).toEqual(['Good evening'])
})

test('a post of one’s own keeps the focus when it arrives', async () => {
  let arrive: (response: Response) => void = () => {}
  const { store, sent } = await openRoom({
    posts: [post(1)],
    onPost: () => new Promise((resolve) => (arrive = resolve)),
  })
  await userEvent.type(box(), 'Good evening')
  await userEvent.click(button())
  const item = (await screen.findByText('Good evening')).closest('article')!
  const author = within(item).getByRole('link')
  author.focus()
  await act(async () => arrive(store(sent[0]!)))
  await within(item).findByRole('button', { name: /^Reply to/ })
  expect(item.isConnected).toBe(true)
  expect(document.activeElement).toBe(author)
})

test('the answer alone puts a post in its place', async () => {
  await openRoom()
  await userEvent.type(box(), 'Good evening')
  await userEvent.click(button())
  await waitFor(() => expect(screen.queryByText('Sending …')).toBeNull())
  expect(texts()).toEqual(['Good evening'])
})

test('what others say arrives live; a removed post goes', async () => {
  const { posts } = await openRoom({ posts: [post(1)] })
  await screen.findByText('post 1')
  posts.unshift(post(2))
  tell(2, post(2))
  expect(texts()).toEqual(['post 2', 'post 1'])
  tell(1, null)
  expect(texts()).toEqual(['post 2'])
})

test('a refusal is a toast; the post stays with its reason and can be edited or discarded', async () => {
  await openRoom({ onPost: () => refusal('not_in_room', {}, 403) })
  await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
  await screen.findAllByText('Error posting')
  screen.getByText(/Not posted\./)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(box().value).toBe('Good evening'))
  expect(texts()).toEqual([])

  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(texts()).toEqual([])
  expect(box().value).toBe('')
})

const PAUSE = () => refusal('slow_mode', { retryAfter: 600 }, 429)
const say = (text: string) => userEvent.type(box(), `${text}{Control>}{Enter}{/Control}`)

test('a post that waits for its room goes out at once when the club tells that rooms have changed', async () => {
  let isSlow = true
  const { sent, store } = await openRoom({ onPost: (one) => (isSlow ? PAUSE() : store(one)) })
  await say('Good evening')
  await screen.findByText(/^Not sent yet\. This one goes out at/)
  isSlow = false
  act(() => TestStream.current.bring({ type: 'rooms' }))
  await waitFor(() => expect(screen.queryByText(/^Not sent yet/)).toBeNull())
  expect(sent.map(({ text }) => text)).toEqual(['Good evening', 'Good evening'])
  expect(texts()).toEqual(['Good evening'])
})

test('what waits for its room can be sent by hand, or discarded', async () => {
  let isSlow = true
  const { sent, store } = await openRoom({ onPost: (one) => (isSlow ? PAUSE() : store(one)) })
  await say('one')
  await screen.findByText(/^Not sent yet\. This one goes out at/)
  await say('two')
  await screen.findByText(/^Not sent yet\. It goes out after/)
  const [next, first] = screen.getAllByRole('article')
  expect(texts()).toEqual(['two', 'one'])
  // in its turn
  expect(within(next!).queryByRole('button', { name: 'Send now' })).toBeNull()
  await userEvent.click(within(next!).getByRole('button', { name: 'Discard' }))
  expect(texts()).toEqual(['one'])
  expect(document.activeElement).toBe(first)

  await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await screen.findByText(/^Not sent yet\. This one goes out at/)
  isSlow = false
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(screen.queryByText(/^Not sent yet/)).toBeNull())
  expect(texts()).toEqual(['one'])

  isSlow = true
  await say('three')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(texts()).toEqual(['one'])
  expect(sent.map(({ text }) => text)).toEqual(['one', 'one', 'one', 'three'])
  expect(hasUnsent(mila.userId)).toBe(false)
})

test.each([
  ['a proxy’s error page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an answer without a word', () => Response.json({}, { status: 500 })],
])('%s instead of an answer is told, and the post is tried again', async (_, onPost) => {
  const told = /^An error occurred\. Please try again/
  await openRoom({ onPost })
  await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
  await screen.findAllByText('Error posting')
  await screen.findAllByText(told)
  screen.getByText(/^Not sent yet\. It is kept on this device/)
  expect(screen.queryByText(/Network error/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(box().value).toBe('Good evening'))
})

test('what somebody else refuses in the club’s place is told as the catalogue has it', async () => {
  await openRoom({ onPost: () => Response.json({ code: '23502' }, { status: 400 }) })
  await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
  await screen.findAllByText('Error posting')
  const told = /Required field is missing\./
  await waitFor(() => expect(screen.getAllByText(told)).toHaveLength(2))
  screen.getByText(/Not posted\./)
})

test('trying again keeps the post in focus, discarding it leads on to the next, or to the box', async () => {
  await openRoom({ posts: [post(1)], onPost: () => refusal('not_in_room', {}, 403) })
  await screen.findByText('post 1')
  await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
  const again = await screen.findByRole('button', { name: 'Try again' })
  const [own, next] = screen.getAllByRole('article')
  await userEvent.click(again)
  expect(document.activeElement).toBe(own)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(document.activeElement).toBe(next)
  tell(1, null)
  await userEvent.type(box(), 'Anybody?{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(document.activeElement).toBe(box())
})

test('the focus at a post that goes moves to the next one, and to the box when it was the last', async () => {
  await openRoom({ posts: [post(2), post(1)] })
  await screen.findByText('post 2')
  const [first, second] = screen.getAllByRole('article')
  within(first!)
    .getByRole('button', { name: /^Reply to/ })
    .focus()
  tell(2, null)
  expect(document.activeElement).toBe(second)
  tell(1, null)
  expect(document.activeElement).toBe(box())
})

test('a post that goes takes the focus from nobody who is elsewhere', async () => {
  await openRoom({ posts: [post(2), post(1)] })
  await screen.findByText('post 2')
  box().focus()
  tell(2, null)
  expect(document.activeElement).toBe(box())
})

test('too many posts at once: this one waits and says until when', async () => {
  await openRoom({ onPost: () => refusal('too_many_attempts', { retryAfter: 30 }, 429) })
  await userEvent.type(box(), 'And another{Control>}{Enter}{/Control}')
  await screen.findByText(/This one goes out at \d\d:\d\d:\d\d/)
  expect(texts()).toEqual(['And another'])
})

test('the way to what came above gives the focus to the newest', async () => {
  let leaveTop = () => {}
  class Observer {
    #tell: (entries: unknown[]) => void
    constructor(tell: (entries: unknown[]) => void) {
      this.#tell = tell
    }
    observe(element: Element) {
      if (!element.matches('[aria-labelledby=posts] > :first-child')) return
      leaveTop = () => this.#tell([{ isIntersecting: false, boundingClientRect: { top: 0 } }])
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  await openRoom({ posts: [post(1)] })
  await screen.findByText('post 1')
  act(() => leaveTop())
  tell(2, post(2))
  await userEvent.click(await screen.findByRole('button', { name: '1 new post' }))
  expect(document.activeElement?.id).toBe('post-2')
})

test('a screen reader hears of each post that comes, also when it is one again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    await openRoom({ posts: [post(1)] })
    await screen.findByText('post 1')
    await act(() => vi.advanceTimersByTimeAsync(100))
    const told: string[] = []
    const [line] = screen
      .getAllByRole('status')
      .filter((one) => one.closest('section[aria-labelledby=posts]'))
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        if (addedNodes.length > 0) told.push(target.textContent ?? '')
    }).observe(line!, { childList: true, subtree: true, characterData: true })
    for (const number of [2, 3]) {
      tell(number, post(number))
      await act(() => vi.advanceTimersByTimeAsync(6_000))
    }
    expect(told).toEqual(['1 new post', '1 new post'])
  } finally {
    vi.useRealTimers()
  }
})

test('where the device keeps nothing, a post that waits says so, and logging out asks', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  try {
    await openRoom({ onPost: () => refusal('unavailable', { retryAfter: 30 }, 503) })
    await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
    await screen.findByText('Not sent yet. This device keeps nothing: please leave this page open.')
    await userEvent.click(screen.getByRole('link', { name: 'All rooms' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Log Out' }))
    await screen.findByRole('dialog', { name: 'Log out and discard what you wrote?' })
  } finally {
    full.mockRestore()
  }
})

test('where the device keeps nothing, neither a post too many nor the offline light says otherwise', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const network = vi.spyOn(navigator, 'onLine', 'get')
  try {
    await openRoom({ onPost: () => refusal('too_many_attempts', { retryAfter: 600 }, 429) })
    await userEvent.type(box(), 'Good evening{Control>}{Enter}{/Control}')
    await screen.findByText(
      /^Not sent yet\. This one goes out at .+ This device keeps nothing: please leave this page open\.$/,
    )
    network.mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    await screen.findByText('offline')
    expect(screen.queryByText(/posts are kept/)).toBeNull()
  } finally {
    network.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    full.mockRestore()
  }
})

test('a draft survives a reload, for this member and this room', async () => {
  await openRoom()
  await userEvent.type(box(), 'half a thou')
  closeTab()
  await openRoom()
  expect(box().value).toBe('half a thou')
  expect(Object.keys(localStorage)).toContain(`parlour.draft.${mila.userId}.lounge`)
})

test('two tabs of a room hold one draft: what is written or sent in one is so in the other', async () => {
  await openRoom()
  const key = `parlour.draft.${mila.userId}.lounge`
  const otherTab = (text: string | null) => {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: text })))
  }
  await userEvent.type(box(), 'half a')
  otherTab('half a thought')
  expect(box().value).toBe('half a thought')
  otherTab(null)
  expect(box().value).toBe('')

  // a page that slept on the way back heard nothing of it
  await userEvent.type(box(), 'sent from')
  localStorage.removeItem(key)
  const back = Object.assign(new Event('pageshow'), { persisted: true })
  act(() => void window.dispatchEvent(back))
  expect(box().value).toBe('')
})

test('words the device would not keep stay in the box on the way back', async () => {
  await openRoom()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await userEvent.type(box(), 'half a thou')
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  full.mockRestore()
  expect(box().value).toBe('half a thou')
})

test('"Join in" begins an answer to the icebreaker, and the mark can be taken off', async () => {
  const { sent } = await openRoom()
  screen.getByRole('region', { name: 'Icebreaker of the Day' })
  screen.getByText('What are you drinking?')
  await userEvent.click(screen.getByRole('button', { name: 'Join in' }))
  expect(document.activeElement).toBe(box())
  const mark = screen.getByText('Answer to the Icebreaker of the Day')
  expect(mark.closest('[role=status]')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Do not mark as an answer' }))
  expect(document.activeElement).toBe(box())
  await userEvent.click(screen.getByRole('button', { name: 'Join in' }))
  await userEvent.keyboard('Tea{Control>}{Enter}{/Control}')
  await screen.findByText('Icebreaker')
  expect(sent.map(({ icebreakerId }) => icebreakerId)).toEqual([ICEBREAKER])
})

test('a room that could not be muted, or heard again, is told as that', async () => {
  let isUp = false
  const { server } = await openRoom()
  server.answers['/api/rooms/lounge/muted'] = () =>
    isUp ? done() : refusal('unavailable', {}, 503)
  await userEvent.click(screen.getByRole('button', { name: 'More about this room' }))
  const mute = await screen.findByRole('button', { name: 'Mute this room' })
  await userEvent.click(mute)
  await screen.findByText('The room was not muted')
  isUp = true
  await userEvent.click(mute)
  await waitFor(() => expect(mute.getAttribute('aria-pressed')).toBe('true'))
  isUp = false
  await userEvent.click(mute)
  await screen.findByText('The room is still muted')
  expect(mute.getAttribute('aria-pressed')).toBe('true')
})

test('leaving is asked once more, and leads to the rooms', async () => {
  const { at } = await openRoom()
  await userEvent.click(screen.getByRole('button', { name: 'More about this room' }))
  await userEvent.click(await screen.findByRole('button', { name: 'No longer take part' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^No longer take part in/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'No longer take part' }))
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('the indicator says that the room is live', async () => {
  await openRoom()
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [] }))
  await screen.findByText('live')
  expect(TestStream.all).toHaveLength(1)
})

test('single keys write, go from post to post, answer and wave, but not while somebody types', async () => {
  const { server } = await openRoom({ posts: [post(3), post(2), post(1)] })
  await screen.findByText('post 3')
  const here = () => document.activeElement?.querySelector('[dir="auto"]')?.textContent
  const at = (words: string) => waitFor(() => expect(here()).toBe(words))
  await userEvent.keyboard('j')
  await at('post 3')
  await userEvent.keyboard('j')
  await at('post 2')
  await userEvent.keyboard('k')
  await at('post 3')
  await userEvent.keyboard('jjj')
  await at('post 1')
  await userEvent.keyboard('w')
  const wave = `/api/posts/${post(1).id}/waves`
  await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain(wave))
  await userEvent.keyboard('r')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  // now they are letters
  await userEvent.keyboard('njw')
  expect((document.activeElement as HTMLTextAreaElement).value).toBe('njw')
})

test('n leads to the box to write in, unless single keys are switched off', async () => {
  await openRoom({ posts: [post(1)] })
  await screen.findByText('post 1')
  switchShortcuts(false)
  await userEvent.keyboard('n')
  expect(document.activeElement).toBe(document.body)
  switchShortcuts(true)
  await userEvent.keyboard('n')
  expect(document.activeElement).toBe(box())
  expect(box().value).toBe('')
})
