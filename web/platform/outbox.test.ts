import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { Post } from '#contract/posts.ts'
import { Locks } from '#web/testing/locks.ts'
import { announce } from './authEvents.ts'
import { CallError } from './call.ts'
import { hasUnsent, wipeWords } from './drafts.ts'
import { Outbox } from './outbox.ts'
import type { Outgoing } from './outbox.rules.ts'
import { post as aPost } from '#web/testing/room.ts'
import { now } from '#testing/random.ts'

const MIA = '00000000-0000-4000-8000-00000000000a'
const BEN = '00000000-0000-4000-8000-00000000000b'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') })
})
afterEach(() => void vi.useRealTimers())

const refused = (code: ErrorCode, retryAfter?: number) =>
  new CallError({ code, ...(retryAfter !== undefined && { retryAfter }) })

type Fate =
  | 'stored'
  | 'lost on the way'
  | 'answer lost'
  | 'full'
  | 'busy'
  | 'broken'
  | 'slow'
  | 'swallowed'

/** The server: a post is stored under its id, and a repeat gets the first. */
class Server {
  posts: Post[] = []
  fates: Fate[] = []
  refusal: CallError | null = null
  asked = 0

  send = async ({ id, text, icebreakerId }: Outgoing, signal: AbortSignal): Promise<Post> => {
    this.asked += 1
    const fate = this.fates.shift() ?? 'stored'
    if (fate === 'swallowed')
      await new Promise((_, fail) =>
        signal.addEventListener('abort', () => fail(new CallError(null))),
      )
    if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, 3_000))
    if (fate === 'lost on the way') throw new CallError(null)
    if (fate === 'busy') throw refused('unavailable', 2)
    if (fate === 'full') throw refused('too_many_attempts', 40)
    if (fate === 'broken') throw refused('unexpected')
    if (this.refusal) throw this.refusal
    const post = this.posts.find((one) => one.id === id) ?? this.#store(id, text, icebreakerId)
    if (fate === 'answer lost') throw new CallError(null)
    return post
  }

  #store(id: string, text: string, icebreakerId: string | null): Post {
    const sample = aPost(this.posts.length + 1)
    const author = { ...sample.author, id: MIA }
    const createdAt = now().toISOString()
    const post = { ...sample, id, text, icebreakerId, createdAt, author }
    this.posts.push(post)
    return post
  }
}

function openTab(server: Server, userId = MIA) {
  const sent: Post[] = []
  const toasts: Outgoing[] = []
  const outbox = new Outbox({
    userId,
    send: server.send,
    onSent: (_room, post) => sent.push(post),
    onRefused: (entry) => toasts.push(entry),
  })
  outbox.open()
  const say = (text: string) =>
    outbox.add({ slug: 'lounge', text, icebreakerId: null, replyTo: null })
  return { outbox, say, sent, toasts, states: () => outbox.list().map(({ state }) => state) }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
test('a post is on the device before it is sent, and shown at once', () => {
  const server = new Server()
  server.fates = ['slow']
  const { say, states } = openTab(server)
  say('Hello')
  expect(states()).toEqual(['sending'])
  expect(hasUnsent(MIA)).toBe(true)
})

test('a refused post stays with its reason until it is retried or taken out', async () => {
  const server = new Server()
  server.refusal = refused('not_in_room')
  const { outbox, say, states, toasts } = openTab(server)
  say('Hello')
  await wait(0)
  expect(states()).toEqual(['refused'])
  expect(outbox.list()[0]?.refusal?.code).toBe('not_in_room')
  expect(toasts).toHaveLength(1)

  say('And again')
  await wait(0)
  const [first, second] = outbox.list()
  expect(outbox.discard(second!.id)?.text).toBe('And again')
  server.refusal = null
  outbox.retry(first!.id)
  await wait(0)
  expect(server.posts.map(({ text }) => text)).toEqual(['Hello'])
})

test('a refused post does not hold up the next one', async () => {
  const server = new Server()
  server.refusal = refused('suspended')
  const { say } = openTab(server)
  say('Hello')
  await wait(0)
  server.refusal = null
  say('Good evening')
  await wait(0)
  expect(server.posts.map(({ text }) => text)).toEqual(['Good evening'])
})

test('an id that belongs to somebody else’s post is given up for a new one', async () => {
  const server = new Server()
  server.refusal = refused('23505')
  const { outbox, say } = openTab(server)
  say('Hello')
  await wait(0)
  const [{ id } = { id: '' }] = outbox.list()
  server.refusal = null
  outbox.retry(id)
  await wait(0)
  expect(server.posts).toHaveLength(1)
  expect(server.posts[0]?.id).not.toBe(id)
})

test('after too many posts it waits as long as the server says, over a reload', async () => {
  const server = new Server()
  server.fates = ['full']
  const tab = openTab(server)
  tab.say('Hello')
  await wait(0)
  expect(tab.outbox.list()[0]).toMatchObject({ state: 'waiting', waitsFor: 'limit' })
  expect(tab.outbox.list()[0]!.notBefore - now().getTime()).toBe(40_000)
  tab.outbox.close()
  const next = openTab(server)
  next.outbox.hurry()
  await wait(39_000)
  expect(server.posts).toEqual([])
  await wait(1_500)
  expect(server.posts).toHaveLength(1)
})

test('what waits for the line goes as soon as it is back', async () => {
  const server = new Server()
  server.fates = Array.from({ length: 9 }, () => 'lost on the way')
  const { outbox, say } = openTab(server)
  say('Hello')
  await wait(60_000)
  server.fates = []
  outbox.hurry()
  await wait(0)
  expect(server.posts).toHaveLength(1)
})

test('what went out on a dead line the moment a new one came about is sent again at once', async () => {
  const server = new Server()
  const { outbox, say } = openTab(server)
  server.fates = ['swallowed']
  say('Hello')
  await wait(100)
  outbox.hurry()
  await wait(300)
  expect(server.asked).toBe(1)
  await wait(300)
  expect(server.posts).toHaveLength(1)
  expect(server.asked).toBe(2)
})

test('a tab that is looked at sends what lies with one that is asleep', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: new Locks() } }))
  const asleep = new Server()
  asleep.send = () => new Promise(() => {})
  openTab(asleep).say('Hello')
  const server = new Server()
  const awake = openTab(server)
  await wait(60_000)
  expect(server.posts).toEqual([])
  document.dispatchEvent(new Event('visibilitychange'))
  await wait(0)
  expect(server.posts).toHaveLength(1)
  expect(awake.states()).toEqual(['sent'])
  vi.unstubAllGlobals()
})

test('a post the server breaks on is in the end handed back instead of holding up the rest', async () => {
  const server = new Server()
  server.fates = Array.from({ length: 6 }, () => 'broken')
  const { say, states } = openTab(server)
  say('Hello')
  say('Good evening')
  await wait(200_000)
  expect(server.posts.map(({ text }) => text)).toEqual(['Good evening'])
  expect(states()).toEqual(['refused'])
})

test('somebody else on the same device never sees it, nor sends it from a tab that slept', async () => {
  const server = new Server()
  server.fates = ['lost on the way']
  openTab(server).say('Hello')
  await wait(0)
  announce('signed_in', { userId: BEN, expiresAt: '2099-01-01T00:00:00.000Z' })
  const ben = openTab(server, BEN)
  await wait(60_000)
  expect(ben.states()).toEqual([])
  expect(server.posts).toEqual([])
  expect(hasUnsent(MIA)).toBe(true)
})

test('what was wiped while it was being sent does not come back, nor goes what waited behind it', async () => {
  const server = new Server()
  server.fates = ['swallowed']
  const { say } = openTab(server)
  say('one')
  say('two')
  await wait(2_999)
  wipeWords(MIA)
  await wait(30_000)
  expect(hasUnsent(MIA)).toBe(false)
  expect(server.posts).toEqual([])
})

test('where the device keeps nothing, posts are still sent', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const server = new Server()
  server.fates = ['lost on the way']
  const { say } = openTab(server)
  say('Hello')
  await wait(10_000)
  expect(server.posts).toHaveLength(1)
  full.mockRestore()
})

/** Whether the browser asks before it closes this tab. */
const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('what only this tab knows is asked about before the tab is closed, until it is sent', async () => {
  const server = new Server()
  server.fates = ['lost on the way', 'stored', 'lost on the way']
  const { say, outbox } = openTab(server)
  say('kept')
  expect(asksToStay()).toBe(false)
  await wait(10_000)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  say('not kept')
  expect(asksToStay()).toBe(true)
  await wait(10_000)
  expect(server.posts).toHaveLength(2)
  expect(asksToStay()).toBe(false)

  server.fates = ['lost on the way']
  say('its author leaves')
  expect(asksToStay()).toBe(true)
  outbox.close()
  expect(asksToStay()).toBe(false)
  full.mockRestore()
})
