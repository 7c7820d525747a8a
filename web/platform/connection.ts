import { digest, LiveEvent, summed } from '#contract/live.ts'
import { giveUpStaleLines } from './staleLines.ts'

/** `offline` once the device says so, or the club was not heard for eight seconds. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

type Options = {
  url: string
  onEvent(event: LiveEvent): void
  onState(state: LiveState): void
  /** A try ended before the club said anything; why, only a call can tell. */
  onUnanswered(): void
  /** The device slept, or its clock was set: what was reckoned by it is no longer true. */
  onClockMoved(): void
}

/*
 * Together these bring a screen back within ten seconds of the club being reachable again, and
 * keep it from calling itself live for longer than nine after the club's last word.
 */

/** The club beats at least every 4 seconds; a line silent for longer is dead without saying so. */
const SILENCE_MS = 7_000
/** A try not answered by then may hang in a line that is none, and makes room for the next. */
const ANSWER_MS = 4_000
const LONGEST_WAIT_MS = 3_000
/** Lines come and go every few minutes; a return sooner than this is nobody's business. */
const UNNOTICED_MS = 2_500
const OFFLINE_MS = 8_000
const LOOK_MS = 500
/** Clocks are adjusted by less all the time. */
const CLOCK_MS = 2_000
/** Longer than a browser ever keeps the timers of a hidden tab waiting. */
const SLEEP_MS = 150_000

/**
 * One stream of events that comes back by itself. EventSource's own way of returning neither
 * notices a dead line nor spreads a crowd that lost its server at once.
 */
export class Connection {
  #options: Options
  #source: EventSource | null = null
  #state: LiveState | null = null
  #isLive = false
  #wasLive = false
  #heardAt = now()
  /** When the line ended; one that fell silent ended with the last word. */
  #lostAt = now()
  /** When this try began; null once the club has said something. */
  #askedAt: Moment | null = null
  /** The sum of what this stream has brought; the club's own is in each beat. */
  #sum = 0
  #tries = 0
  /** The last line died without a word. */
  #diedSilently = false
  #lookedAt = now()
  #retry: ReturnType<typeof setTimeout> | undefined
  #look: ReturnType<typeof setInterval> | undefined
  #events = new AbortController()

  constructor(options: Options) {
    this.#options = options
  }

  open(): void {
    const { signal } = this.#events
    const wake = () => this.#wake()
    this.#heardAt = now()
    this.#look = setInterval(() => this.#lookAround(), LOOK_MS)
    // another network: what was open may hang without ever failing
    window.addEventListener('online', () => this.#connect(), { signal })
    window.addEventListener('offline', () => this.#lose(now()), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && this.#connect(), { signal })
    window.addEventListener('focus', wake, { signal })
    document.addEventListener('visibilitychange', wake, { signal })
    document.addEventListener('resume', wake, { signal })
    this.#connect()
    this.#tell()
  }

  close(): void {
    this.#events.abort()
    clearInterval(this.#look)
    this.#hangUp()
  }

  #connect(): void {
    this.#hangUp()
    this.#askedAt = now()
    this.#sum = 0
    if (this.#diedSilently) giveUpStaleLines()
    const source = new EventSource(this.#options.url)
    this.#source = source
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (source === this.#source) this.#hear(data)
    })
    source.addEventListener('error', () => {
      if (source !== this.#source) return
      const isAnswered = this.#askedAt === null
      this.#lose(now())
      if (!isAnswered) this.#options.onUnanswered()
    })
  }

  #hear(data: string): void {
    const event = parse(data)
    this.#heardAt = now()
    this.#askedAt = null
    this.#diedSilently = false
    if (event?.type === 'beat') {
      // a line that stays is worth a quick return; one that swallowed or repeated something is not
      this.#tries = 0
      if (event.sum !== this.#sum) this.#lose(now())
      return
    }
    this.#sum = summed(this.#sum, digest(data))
    if (event?.type === 'ready') {
      this.#isLive = this.#wasLive = true
      this.#tell()
    }
    if (event) this.#options.onEvent(event)
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
    const ceiling = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#tries)
    this.#tries += 1
    this.#retry = setTimeout(() => this.#connect(), 100 + Math.random() * ceiling)
  }

  #lookAround(): void {
    const before = this.#lookedAt
    this.#lookedAt = now()
    const jump = driftOf(this.#lookedAt) - driftOf(before)
    if (Math.abs(jump) > CLOCK_MS || since(before) > SLEEP_MS) this.#options.onClockMoved()
    if (!this.#source || !this.#isDead()) return this.#tell()
    this.#diedSilently = true
    // after a silence, waiting was done already
    if (!this.#askedAt) this.#tries = 0
    this.#lose(this.#heardAt)
  }

  #isDead(): boolean {
    if (this.#askedAt) return since(this.#askedAt) > ANSWER_MS
    return since(this.#heardAt) > SILENCE_MS
  }

  /** Whoever looks at the screen again need not wait for the next try. */
  #wake(): void {
    if (document.visibilityState !== 'visible') return
    this.#lookAround()
    if (!this.#source) this.#connect()
  }

  #tell(): void {
    const state = this.#isLive ? 'live' : this.#withoutLine()
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }

  #withoutLine(): LiveState {
    if (!navigator.onLine || since(this.#heardAt) > OFFLINE_MS) return 'offline'
    if (!this.#wasLive) return 'connecting'
    return since(this.#lostAt) > UNNOTICED_MS ? 'reconnecting' : 'live'
  }
}

/** By two clocks: one stands still while a device sleeps, the other can be set. */
type Moment = { steady: number; wall: number }
const now = (): Moment => ({ steady: performance.now(), wall: Date.now() })
const since = ({ steady, wall }: Moment): number =>
  Math.max(performance.now() - steady, Date.now() - wall)
const driftOf = ({ steady, wall }: Moment) => wall - steady

function parse(data: string): LiveEvent | null {
  try {
    return LiveEvent.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
