import fc, { tries } from '#testing/property.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import { Locks } from '#web/testing/locks.ts'
import { hasUnsent } from '#web/platform/session/drafts.ts'
import { findTable } from '#web/platform/talk/place.ts'
import { sendPost } from '#web/platform/talk/sendPost.ts'
// it is here before the clock stands still
import '#web/platform/talk/tableCalls.ts'
import { Outbox } from './outbox.ts'
import { places, post as aPost } from '#web/testing/room.ts'
import { now } from '#testing/random.ts'

const MIA = '00000000-0000-4000-8000-00000000000a'
const HOUR = 3_600_000
/** The promise: so long after the club can be reached again, nothing waits any more. */
const PROMISED_MS = 10_000

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What the line does to a request, or the server says. */
const lossy = [
  'fine',
  'slow',
  'lost',
  'answer lost',
  'hangs',
  'answer hangs',
  'arrives when given up',
  'arrives twice',
  'an error page',
] as const
const moody = [...lossy, 'limit', 'busy', 'broken'] as const
type Fate = (typeof moody)[number]

/** The server at the end of such a line: a post is stored under its id, a repeat gets the first. */
class Club {
  posts: Post[] = []
  fates: Fate[] = []

  answer = async (body: string, signal: AbortSignal): Promise<Response> => {
    const fate = this.fates.shift() ?? 'fine'
    const never = Promise.withResolvers<Response>()
    const giveUp = () => never.reject(new DOMException('given up', 'AbortError'))
    signal.addEventListener('abort', giveUp)
    if (fate === 'arrives when given up') signal.addEventListener('abort', () => this.#store(body))
    return Promise.race([this.#meet(fate, body), never.promise])
  }

  async #meet(fate: Fate, body: string): Promise<Response> {
    await sleep(20)
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    if (fate === 'hangs' || fate === 'arrives when given up') return new Promise(() => {})
    if (fate === 'an error page') return new Response('<h1>Bad Gateway</h1>', { status: 502 })
    if (fate === 'busy') return refusal('unavailable', 503, 2)
    if (fate === 'limit') return refusal('too_many_attempts', 429, 40)
    if (fate === 'broken') return refusal('unexpected', 500)
    const post = this.#store(body)
    if (fate === 'arrives twice') this.#store(body)
    if (fate === 'answer lost') throw new TypeError('Failed to fetch')
    if (fate === 'answer hangs') return new Promise(() => {})
    await sleep(fate === 'slow' ? 3_000 : 20)
    return Response.json(post)
  }

  #store(body: string): Post {
    const { id, text, icebreakerId } = JSON.parse(body) as Post
    const first = this.posts.find((one) => one.id === id)
    const sample = aPost(this.posts.length + 1)
    const author = { ...sample.author, id: MIA }
    const createdAt = now().toISOString()
    const post = first ?? { ...sample, id, text, icebreakerId, createdAt, author }
    if (!first) this.posts.push(post)
    return post
  }
}

const refusal = (code: string, status: number, retryAfter?: number) =>
  Response.json({ code, ...(retryAfter && { retryAfter }) }, { status })
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where the club has it that something is said in a place. */
const addressOf = (place: string) => {
  const table = findTable(place)
  return table ? `/api/tables/${table}/messages` : `/api/rooms/${place}/posts`
}

/** The tabs of one member's device. */
class Device {
  #place: string
  tabs: { outbox: Outbox; die(): void; said: string[] }[] = []
  all: string[][] = []
  #said = 0

  constructor(place: string) {
    this.#place = place
  }

  openTab(): void {
    let isDead = false
    const outbox = new Outbox({
      userId: MIA,
      send: async (entry, signal) => {
        const post = await sendPost(entry, signal).catch((error: Error) => error)
        // a tab that was killed does nothing with what it hears
        if (isDead) await new Promise(() => {})
        if (post instanceof Error) throw post
        return post
      },
      askStored: async () => [],
      onSent: () => {},
      onRefused: () => {},
    })
    const said: string[] = []
    this.all.push(said)
    this.tabs.push({ outbox, said, die: () => ((isDead = true), outbox.close()) })
    outbox.open()
  }

  say(which: number): void {
    const tab = this.tabs[which % this.tabs.length]!
    tab.said.push(`post ${(this.#said += 1)}`)
    const text = tab.said.at(-1)!
    tab.outbox.add({ place: this.#place, text, icebreakerId: null, replyTo: null })
  }

  endTab(which: number, how: 'closed' | 'killed'): void {
    const [tab] = this.tabs.splice(which % this.tabs.length, 1)
    if (how === 'killed') tab!.die()
    else tab!.outbox.close()
    if (this.tabs.length === 0) this.openTab()
  }

  /** Other tabs hear of a change on the shelf; in the one window of a test it has to be said. */
  tellTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: null }))
  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    this.tellTabs()
  }
}

const which = fc.nat(2)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'open' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('closed' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killed' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hears' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('line is back' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'is looked at' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      by: fc.constantFrom(-HOUR, -30_000, 30_000, HOUR),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(9_000) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function live(device: Device, club: Club, one: Step): Promise<void> {
  const tab = 'which' in one ? device.tabs[one.which % device.tabs.length]! : null
  if (one.kind === 'say') device.say(one.which)
  else if (one.kind === 'open') device.openTab()
  else if (one.kind === 'closed' || one.kind === 'killed') device.endTab(one.which, one.kind)
  else if (one.kind === 'hears') for (const { id } of club.posts) tab?.outbox.arrived(id)
  else if (one.kind === 'line is back') tab?.outbox.hurry()
  else if (one.kind === 'is looked at') document.dispatchEvent(new Event('visibilitychange'))
  else if (one.kind === 'clock') vi.setSystemTime(now().getTime() + one.by)
  else await device.pass(one.ms)
  await device.pass(0)
}

async function evening(place: string, steps: Step[], fates: Fate[], hasLocks: boolean) {
  localStorage.clear()
  const club = new Club()
  club.fates = [...fates]
  vi.stubGlobal('fetch', (path: string, { body, signal }: RequestInit) => {
    expect(path).toBe(addressOf(place))
    return club.answer(body as string, signal!)
  })
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { locks: { value: hasLocks ? new Locks() : undefined } }),
  )
  const device = new Device(place)
  device.openTab()
  for (const one of steps) await live(device, club, one)
  return { club, device }
}

function expectOnceInOrder({ posts }: Club, device: Device): void {
  const stored = posts.map(({ text }) => text)
  expect(stored.toSorted()).toEqual(device.all.flat().toSorted())
  for (const said of device.all) expect(stored.filter((text) => said.includes(text))).toEqual(said)
  expect(hasUnsent(MIA)).toBe(false)
  expect(device.tabs.flatMap(({ outbox }) => outbox.list())).toEqual([])
}

test.each(places)(
  'whatever line, tabs and clock do, every post is stored exactly once, each tab’s in order: %s',
  async (place) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fc.constantFrom(...moody), { maxLength: 20 }),
        fc.boolean(),
        async (steps, fates, hasLocks) => {
          // broken for ever would be the post's own fault
          const some = fates.filter((fate, at) => fate !== 'broken' || at < 3)
          const { club, device } = await evening(place, steps, some, hasLocks)
          // as long as the server may ask for, for each it still wants to refuse
          for (let minute = 0; minute < 16; minute += 1) await device.pass(60_000)
          expectOnceInOrder(club, device)
          for (const { outbox } of device.tabs) outbox.close()
        },
      ),
      { numRuns: tries(1_000) },
    )
  },
  120_000,
)

test.each(places)(
  'ten seconds after the club can be reached again, nothing waits any more: %s',
  async (place) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fc.constantFrom(...lossy), { maxLength: 20 }),
        fc.boolean(),
        async (steps, fates, hasLocks) => {
          const { club, device } = await evening(place, steps, fates, hasLocks)
          club.fates = []
          await device.pass(PROMISED_MS)
          expect(club.posts.map(({ text }) => text).toSorted()).toEqual(
            device.all.flat().toSorted(),
          )
          expect(hasUnsent(MIA)).toBe(false)
          for (const { outbox } of device.tabs) outbox.close()
        },
      ),
      { numRuns: tries(1_000) },
    )
  },
  120_000,
)
