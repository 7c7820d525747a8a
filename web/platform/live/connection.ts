// The live stream shared by all tabs of a browser: notices when it is dead, and reconnects by itself.
import { digest, LiveEvent, addDigest } from '#contract/live.ts'
import * as ms from './connection.times.ts'
import { Tabs, type FromLeader, type Shared } from './tabs.ts'

/** `offline` once the device says so, or nothing was received for eight seconds. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

type Options = Shared & {
  onEvent(event: LiveEvent): void
  onState(state: LiveState): void
  /** An attempt failed before anything was received; only a call can tell why. */
  onUnanswered(): void
  /** The device slept, or its clock was set: times computed before are wrong. */
  onClockMoved(): void
}

/** Events staff get after each `ready`. */
const NEWS = ['submissions', 'reports'] as const

/**
 * One stream of events for all tabs of a browser, with reconnects of its own. EventSource's reconnects neither
 * notice a dead connection nor spread out a crowd that lost its server at once.
 */
export class Connection {
  #options: Options
  #tabs: Tabs
  /** Waits for other tabs to say whether one of them leads. */
  #isAsking = false
  #source: EventSource | null = null
  /** When another tab that leads was last heard of; null while none does. */
  #leaderAt: Moment | null = null
  #state: LiveState | null = null
  #isLive = false
  #wasLive = false
  #receivedAt = now()
  /** When the stream ended; of a silent one, when the last event came. */
  #lostAt = now()
  /** When this attempt began; null once something was received. */
  #requestedAt: Moment | null = null
  /** The checksum of the received events; each beat carries the server's. */
  #sum = 0
  #tries = 0
  /** The last stream died without an error. */
  #diedSilently = false
  #lookedAt = now()
  #retry: ReturnType<typeof setTimeout> | undefined
  #look: ReturnType<typeof setInterval> | undefined
  #events = new AbortController()

  constructor(options: Options) {
    this.#options = options
    this.#tabs = new Tabs(options, (note) => this.#receive(note))
  }

  open(): void {
    const { signal } = this.#events
    const wake = () => this.#wake()
    this.#receivedAt = now()
    this.#look = setInterval(() => this.#lookAround(), ms.LOOK)
    // another network: open connections may hang without ever failing
    window.addEventListener('online', () => this.#return(), { signal })
    window.addEventListener('offline', () => this.#part(), { signal })
    window.addEventListener('pagehide', () => this.#leave(), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && this.#join(), { signal })
    window.addEventListener('focus', wake, { signal })
    document.addEventListener('visibilitychange', wake, { signal })
    document.addEventListener('resume', wake, { signal })
    this.#join()
    this.#tell()
  }

  close(): void {
    this.#events.abort()
    clearInterval(this.#look)
    this.#leave()
  }

  /** The room this tab shows. */
  show(room: string | null): void {
    this.#tabs.show(room)
  }

  /** Leads, unless another tab says that it does. */
  #join(): void {
    this.#isAsking = this.#tabs.join()
    if (this.#isAsking) this.#retry = setTimeout(() => this.#connect(), ms.ANSWERED)
    else this.#connect()
  }

  #leave(): void {
    this.#tabs.leave()
    this.#hangUp()
    this.#leaderAt = null
  }

  #part(): void {
    if (this.#leaderAt) this.#receive({ lost: 'tries' })
    else this.#lose(now())
  }

  /** The device has a network again: the leading tab reconnects at once, the others only if it does not. */
  #return(): void {
    if (this.#leaderAt) this.#leaderAt = now()
    else this.#connect()
  }

  #connect(): void {
    this.#hangUp()
    this.#isAsking = false
    this.#leaderAt = null
    this.#requestedAt = now()
    this.#sum = 0
    if (this.#diedSilently) replaceStaleConnections()
    const source = new EventSource(this.#tabs.lead())
    this.#source = source
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (source === this.#source) this.#hear(data)
    })
    source.addEventListener('error', () => {
      if (source !== this.#source) return
      const isAnswered = this.#requestedAt === null
      this.#lose(now())
      if (!isAnswered) this.#options.onUnanswered()
    })
  }

  #hear(data: string): void {
    const event = parse(data)
    this.#receivedAt = now()
    this.#requestedAt = null
    this.#diedSilently = false
    this.#tabs.tell({ data })
    if (event?.type === 'beat') {
      // a stable stream may reconnect quickly next time; one that lost or repeated an event may not
      this.#tries = 0
      if (event.sum === this.#sum) this.#tabs.count()
      else this.#lose(now())
      return
    }
    this.#sum = addDigest(this.#sum, digest(data))
    if (event) this.#apply(event)
  }

  /** Applies an event, whichever tab received it. */
  #apply(event: LiveEvent): void {
    if (event.type === 'ready') {
      this.#isLive = this.#wasLive = true
      this.#tell()
    }
    this.#options.onEvent(event)
    this.#tabs.know(event)
  }

  #receive({ data, lost, isWelcome }: FromLeader): void {
    clearTimeout(this.#retry)
    this.#isAsking = false
    this.#leaderAt = now()
    if (this.#source) {
      // this tab led until now
      if (this.#isLive) this.#lostAt = now()
      this.#hangUp()
      this.#requestedAt = null
    }
    if (lost) {
      const at = elapsedMs(this.#receivedAt) > ms.SILENCE ? this.#receivedAt : now()
      if (lost === 'gone') return this.#lose(at)
      if (this.#isLive) this.#lostAt = at
      this.#isLive = false
      return this.#tell()
    }
    const event = data && parse(data)
    if (!event) return
    this.#receivedAt = now()
    if (event.type === 'beat') {
      // the stream is stable: the next leader may reconnect quickly
      this.#tries = 0
      return this.#tabs.answer()
    }
    this.#apply(event)
    // changes since this tab loaded its data may have been announced before it joined
    if (isWelcome) for (const type of NEWS) this.#options.onEvent({ type })
  }

  #hangUp(): void {
    clearTimeout(this.#retry)
    this.#source?.close()
    this.#source = null
    this.#isLive = false
  }

  #lose(at: Moment): void {
    if (this.#isLive) this.#lostAt = at
    this.#hangUp()
    this.#tell()
    this.#tabs.tell({ lost: 'tries' })
    this.#leaderAt = null
    const ceiling = Math.min(ms.LONGEST_WAIT, 500 * 2 ** this.#tries)
    this.#tries += 1
    this.#retry = setTimeout(() => this.#connect(), 100 + Math.random() * ceiling)
  }

  #lookAround(): void {
    const before = this.#lookedAt
    this.#lookedAt = now()
    const jump = clockDrift(this.#lookedAt) - clockDrift(before)
    if (Math.abs(jump) > ms.CLOCK || elapsedMs(before) > ms.SLEEP) this.#options.onClockMoved()
    // the leading tab says that it still tries to connect
    if (!this.#isLive) this.#tabs.tell({ lost: 'tries' })
    if (!this.#isDead()) return this.#tell()
    this.#diedSilently = true
    // the silence was wait enough: reconnect quickly
    if (!this.#requestedAt) this.#tries = 0
    this.#lose(this.#receivedAt)
  }

  #isDead(): boolean {
    if (this.#source)
      return this.#requestedAt
        ? elapsedMs(this.#requestedAt) > ms.ANSWER
        : elapsedMs(this.#receivedAt) > ms.SILENCE
    if (!this.#leaderAt) return false
    return this.#isLive
      ? elapsedMs(this.#receivedAt) > ms.SILENCE
      : elapsedMs(this.#leaderAt) > ms.LEADER
  }

  /** Reconnects at once when the tab becomes visible, instead of at the next attempt. */
  #wake(): void {
    if (document.visibilityState !== 'visible') return
    this.#lookAround()
    const isLed = this.#leaderAt && this.#isLive
    if (!this.#source && !isLed && !this.#isAsking) this.#connect()
  }

  #tell(): void {
    const state = this.#isLive ? 'live' : this.#withoutLine()
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }

  #withoutLine(): LiveState {
    if (!navigator.onLine || elapsedMs(this.#receivedAt) > ms.OFFLINE) return 'offline'
    if (!this.#wasLive) return 'connecting'
    return elapsedMs(this.#lostAt) > ms.UNNOTICED ? 'reconnecting' : 'live'
  }
}

function parse(data: string): LiveEvent | null {
  try {
    return LiveEvent.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}

/** By two clocks: one stands still while a device sleeps, the other can be set. */
type Moment = { steady: number; wall: number }

const now = (): Moment => ({ steady: performance.now(), wall: Date.now() })

/** In ms, by the clock that says more. */
const elapsedMs = ({ steady, wall }: Moment): number =>
  Math.max(performance.now() - steady, Date.now() - wall)

const clockDrift = ({ steady, wall }: Moment): number => wall - steady

/** Browsers keep up to six connections to one host; the stream gets the last. */
const OTHERS = 5
const LONGEST_MS = 1_000

/**
 * After a stream died without an error, the idle connections a browser keeps have mostly died as well, and
 * requests on them hang. A small request on each finds the dead ones: the browser closes them, and the stream
 * gets a new one.
 */
function replaceStaleConnections(): void {
  for (let line = 0; line < OTHERS; line += 1) {
    const signal = AbortSignal.timeout(LONGEST_MS)
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal }).catch(() => {})
  }
}
