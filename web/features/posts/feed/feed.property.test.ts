import fc, { tries } from '#testing/property.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digest, addDigest, type LiveEvent } from '#contract/live.ts'
import { limits } from '#contract/limits.ts'
import { CallError } from '#web/platform/api/call.ts'
import { Connection, type LiveState } from '#web/platform/live/connection.ts'
import { places, post, TestRoom, postEvent, readyEvent } from '#web/testing/room.ts'
import { now } from '#testing/random.ts'
import { FeedClient } from './FeedClient.ts'
import type { PostPage, Question } from './feed.ts'

/** The promise: so long after the club can be reached again, a screen shows what a fresh load shows. */
const PROMISED_MS = 10_000
/** The promise: who hears nothing does not call the line live for longer. */
const TRUE_MS = 9_000
const BEAT_MS = 4_000
const GIVEN_UP_MS = 5_000

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Frame = 'arrives' | 'is lost' | 'arrives twice' | 'arrives late'
type Answer = 'arrives' | 'is lost' | 'hangs' | 'is slow'

/** A club of one place to talk, and the lines to it: streams and questions, with whatever befalls them. */
class Wire {
  place: string
  room = new TestRoom()
  frames: Frame[] = []
  answers: Answer[] = []
  streams = new Set<Stream>()
  state: 'open' | 'stalled' | 'down' = 'open'

  constructor(place: string) {
    this.place = place
  }

  /** The server sends an event to those it believes to be listening. */
  tell(event: LiveEvent): void {
    for (const stream of this.streams) stream.send(event)
  }

  say(): void {
    const number = this.room.add()
    this.tell(postEvent(this.place, number, post(number)))
  }

  keepBack(which: number): void {
    if (this.room.posts.length === 0) return
    const number = (which % this.room.posts.length) + 1
    this.room.keepBack(number)
    this.tell(postEvent(this.place, number, null))
  }

  showAgain(): void {
    this.room.showAgain()
    this.tell(this.ready())
  }

  ready = (): LiveEvent => readyEvent(this.place, this.room.posts.length)

  cut(): void {
    for (const stream of this.streams) stream.fail()
  }

  become(state: Wire['state']): void {
    this.state = state
    if (state === 'down') this.cut()
    if (state === 'open') for (const stream of this.streams) stream.flow()
  }

  ask = async (question: Question): Promise<PostPage> => {
    const fate = this.state === 'open' ? (this.answers.shift() ?? 'arrives') : this.state
    const given = Promise.withResolvers<PostPage>()
    setTimeout(() => given.reject(new CallError(null)), GIVEN_UP_MS)
    setTimeout(() => {
      // as the room is now, however long the answer takes
      const page = structuredClone(this.room.page(question))
      if (fate === 'is lost' || fate === 'down') given.reject(new CallError(null))
      if (fate === 'arrives') given.resolve(page)
      if (fate === 'is slow') setTimeout(() => given.resolve(page), 2_000)
    }, 20)
    return given.promise
  }
}

let wire: Wire

/** Stands for the browser's EventSource and the server's end of it. */
class Stream extends EventTarget {
  #held: string[] = []
  #sum = 0
  #isDead = false
  #timers: ReturnType<typeof setTimeout>[] = []

  constructor() {
    super()
    this.#timers.push(setTimeout(() => this.#meet(), 20))
  }

  #meet(): void {
    if (wire.state === 'down') return void this.dispatchEvent(new Event('error'))
    wire.streams.add(this)
    this.send(wire.ready())
    this.#timers.push(setInterval(() => this.#carry(this.#beat()), BEAT_MS))
  }

  #beat = (): LiveEvent => ({ type: 'beat', sum: this.#sum })

  send(event: LiveEvent): void {
    this.#sum = addDigest(this.#sum, digest(JSON.stringify(event)))
    this.#carry(event)
  }

  #carry(event: LiveEvent): void {
    const data = JSON.stringify(event)
    const fate = wire.frames.shift() ?? 'arrives'
    if (fate === 'is lost') return
    if (fate === 'arrives late') this.#timers.push(setTimeout(() => this.#bring(data), 1_500))
    else this.#bring(data)
    if (fate === 'arrives twice') this.#bring(data)
  }

  #bring(data: string): void {
    if (this.#isDead) return
    if (wire.state === 'stalled') return void this.#held.push(data)
    if (wire.streams.has(this)) heardAt = performance.now()
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  flow(): void {
    for (const data of this.#held.splice(0)) this.#bring(data)
  }
  /** Nothing comes through any more, and nobody is told. */
  die(): void {
    this.#isDead = true
  }
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
  close(): void {
    wire.streams.delete(this)
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

let heardAt = 0

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'say' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('keep back' as const), which: fc.nat(200) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'show again' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flood' as const), many: fc.nat(130) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cut' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'die' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('line' as const),
      state: fc.constantFrom('open' as const, 'stalled' as const, 'down' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'is looked at' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      by: fc.constantFrom(-3_600_000, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'earlier' as const }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(9_000) }) },
)
const frames = fc.array(
  fc.constantFrom<Frame[]>('arrives', 'arrives', 'is lost', 'arrives twice', 'arrives late'),
  { maxLength: 40 },
)
const answers = fc.array(fc.constantFrom<Answer[]>('arrives', 'is lost', 'hangs', 'is slow'), {
  maxLength: 12,
})

test.each(places)(
  'whatever befalls the line, ten seconds after it ends a place shows what a fresh load shows, and says so truly: %s',
  async (place) => {
    vi.stubGlobal('EventSource', Stream)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(150),
        fc.array(step, { maxLength: 30 }),
        frames,
        answers,
        async (atFirst, steps, frames, answers) => {
          wire = new Wire(place)
          for (let count = 0; count < atFirst; count += 1) wire.room.add()
          const reader = new FeedClient(place, wire.ask)
          const line = { state: 'connecting' as LiveState }
          const connection = new Connection({
            userId: '00000000-0000-4000-8000-00000000000a',
            url: () => '/api/live',
            sendPlaces: async () => {},
            onEvent: (event) => reader.hear(event),
            onState: (state) => (line.state = state),
            onUnanswered: () => {},
            onClockMoved: () => {},
          })
          connection.open()
          reader.open()
          try {
            await vi.advanceTimersByTimeAsync(100)
            Object.assign(wire, { frames: [...frames], answers: [...answers] })
            for (const one of steps) {
              if (one.kind === 'say') wire.say()
              else if (one.kind === 'keep back') wire.keepBack(one.which)
              else if (one.kind === 'show again') wire.showAgain()
              else if (one.kind === 'flood')
                for (let count = 0; count < one.many; count += 1) wire.say()
              else if (one.kind === 'cut') wire.cut()
              else if (one.kind === 'die') for (const stream of wire.streams) stream.die()
              else if (one.kind === 'line') wire.become(one.state)
              else if (one.kind === 'is looked at') window.dispatchEvent(new Event('focus'))
              else if (one.kind === 'clock') vi.setSystemTime(now().getTime() + one.by)
              else if (one.kind === 'earlier') reader.showEarlier().catch(() => {})
              else
                for (let passed = 0; passed < one.ms; passed += 500) {
                  await vi.advanceTimersByTimeAsync(500)
                  if (line.state === 'live')
                    expect(performance.now() - heardAt).toBeLessThan(TRUE_MS)
                }
            }

            Object.assign(wire, { frames: [], answers: [] })
            wire.become('open')
            await vi.advanceTimersByTimeAsync(PROMISED_MS)
            const shown = reader.view().posts
            const oldest = shown.at(-1)?.number ?? 1
            const real = wire.room.posts.filter((one) => one !== null).reverse()
            expect(line.state).toBe('live')
            expect(reader.view().refusal ?? shown).toEqual(
              real.filter(({ number }) => number >= oldest),
            )
            expect(shown.slice(0, limits.postsShownPerRoom)).toEqual(wire.room.page({}).posts)
          } finally {
            connection.close()
            reader.close()
          }
        },
      ),
      { numRuns: tries(1_000) },
    )
  },
  120_000,
)
