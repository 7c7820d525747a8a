import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { Post } from '#contract/posts/posts.ts'
import { Locks } from '#web/testing/locks.ts'
import { announce } from '#web/platform/session/authEvents.ts'
import { CallError } from '#web/platform/api/call.ts'
import { hasUnsent, outboxPrefix, wipeWords } from '#web/platform/session/drafts.ts'
import { Outbox } from './outbox.ts'
import type { Outgoing } from './outbox.rules.ts'
import { places, post as aPost } from '#web/testing/room.ts'
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
  /** What a room answers to a post. */
  slow = new Map<string, CallError>()
  requests = 0

  send = async (
    { id, place, text, icebreakerId }: Outgoing,
    signal: AbortSignal,
  ): Promise<Post> => {
    this.requests += 1
    const slow = this.slow.get(place)
    if (slow) throw slow
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
    askStored: async () => [],
    onSent: (_room, post) => sent.push(post),
    onRefused: (entry) => toasts.push(entry),
  })
  outbox.open()
  const say = (text: string, place = 'lounge') =>
    outbox.add({ place, text, icebreakerId: null, replyTo: null })
  const texts = () => server.posts.map(({ text }) => text)
  return { outbox, say, texts, sent, toasts, states: () => outbox.list().map(({ state }) => state) }
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
  expect(server.requests).toBe(1)
  await wait(300)
  expect(server.posts).toHaveLength(1)
  expect(server.requests).toBe(2)
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

test('a room that takes its time holds back what is written in it, and nothing of another room', async () => {
  const server = new Server()
  server.slow.set('bar', refused('slow_mode', 600))
  const { outbox, say, states, texts } = openTab(server)
  say('one', 'bar')
  say('two', 'bar')
  await wait(0)
  say('three', 'roof')
  say('four', 'lounge')
  say('five', 'lounge')
  await wait(0)
  expect(texts()).toEqual(['three', 'four', 'five'])
  expect(states().slice(0, 2)).toEqual(['waiting', 'queued'])
  expect(outbox.list()[0]).toMatchObject({ waitsFor: 'room' })

  // the line comes back, which makes no room quicker
  outbox.hurry()
  await wait(0)
  expect(server.requests).toBe(4)
  // the pause is lifted, of which the club tells
  server.slow.clear()
  outbox.hurry({ areLimitsNew: true })
  await wait(0)
  expect(texts()).toEqual(['three', 'four', 'five', 'one', 'two'])
})

test('a post that hangs, breaks the club or waits for its line holds back nothing of another room', async () => {
  for (const fate of ['swallowed', 'broken', 'lost on the way'] as const) {
    localStorage.clear()
    const server = new Server()
    server.fates = [fate]
    const { say, texts, outbox } = openTab(server)
    say('one', 'bar')
    say('two', 'roof')
    await wait(0)
    expect(texts()).toEqual(['two'])
    outbox.close()
  }
})

test('a limit of all that a member posts is asked about for each room, and each post says so', async () => {
  const server = new Server()
  server.refusal = refused('newcomer_limit', 600)
  const { outbox, say } = openTab(server)
  say('one', 'bar')
  say('two', 'roof')
  await wait(0)
  const waits = { state: 'waiting', waitsFor: 'limit' }
  expect(outbox.list()).toMatchObject([waits, waits])
})

test('what waits can be sent by hand, changed or discarded, also while a try of it hangs', async () => {
  const server = new Server()
  server.slow.set('bar', refused('slow_mode', 600))
  const { outbox, say, states, texts } = openTab(server)
  for (const text of ['one', 'two', 'three']) say(text, 'bar')
  await wait(0)
  const ids = outbox.list().map(({ id }) => id)
  expect(outbox.discard(ids[1]!)?.text).toBe('two')
  expect(states()).toEqual(['waiting', 'queued'])
  server.slow.clear()
  outbox.retry(ids[0]!)
  await wait(0)
  expect(texts()).toEqual(['one', 'three'])

  server.fates = ['lost on the way', 'swallowed']
  say('four')
  await wait(2_000)
  const last = outbox.list().find(({ text }) => text === 'four')!
  expect(last).toMatchObject({ state: 'sending', waitsFor: 'connection' })
  outbox.discard(last.id)
  await wait(60_000)
  expect(texts()).toEqual(['one', 'three'])
  expect(hasUnsent(MIA)).toBe(false)
})

test('what one tab discards is gone in the others, and not called sent', async () => {
  const server = new Server()
  server.slow.set('lounge', refused('slow_mode', 600))
  const [tab, other] = [openTab(server), openTab(server)]
  const told = (newValue: string | null, key: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  tab.say('Hello')
  await wait(0)
  const [key] = Object.keys(localStorage)
  told(localStorage.getItem(key!), key!)
  expect(other.states()).toEqual(['waiting'])

  const puts: string[] = []
  const put = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((_, value) => {
    puts.push(value)
  })
  tab.outbox.discard(tab.outbox.list()[0]!.id)
  put.mockRestore()
  for (const value of [...puts, null]) told(value, key!)
  expect(other.states()).toEqual([])
})

test('what a version from before there were tables kept goes out, and is given nothing of a table', async () => {
  const server = new Server()
  server.fates = ['lost on the way']
  const old = {
    id: '018f0000-0000-7000-8000-000000000001',
    slug: 'lounge',
    text: 'Kept',
    icebreakerId: null,
    replyTo: null,
    createdAt: now().getTime(),
    tries: 0,
    notBefore: 0,
    waitsFor: null,
    refusal: null,
  }
  const key = outboxPrefix(MIA) + old.id
  localStorage.setItem(key, JSON.stringify(old))
  const { outbox, say, texts } = openTab(server)
  await wait(0)
  expect(outbox.list()).toMatchObject([{ place: 'lounge', text: 'Kept', state: 'waiting' }])
  expect(JSON.parse(localStorage.getItem(key)!)).toMatchObject({ slug: 'lounge', tries: 1 })

  server.fates = ['lost on the way', 'lost on the way']
  say('Between us', places[1])
  await wait(0)
  const kept = outbox.list().map(({ id }) => localStorage.getItem(outboxPrefix(MIA) + id)!)
  expect(kept.map((text) => (JSON.parse(text) as { slug?: string }).slug)).toEqual([
    'lounge',
    undefined,
  ])
  outbox.hurry()
  await wait(5_000)
  expect(texts().toSorted()).toEqual(['Between us', 'Kept'])
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
