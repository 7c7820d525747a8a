import { LiveEvent } from '#contract/live.ts'

/** `offline` once the device says so, or nobody has answered for several tries. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

type Options = {
  url: string
  onEvent(event: LiveEvent): void
  onState(state: LiveState): void
  /** A try ended before the club said anything; why, only a call can tell. */
  onUnanswered(): void
}

/** The club sends something every 20 seconds; longer than this, the line is dead without saying so. */
const SILENCE_MS = 45_000
const LOOK_MS = 5_000
const LONGEST_WAIT_MS = 15_000
const TRIES_UNTIL_OFFLINE = 3

/**
 * One stream of events that comes back by itself. EventSource's own way of returning neither
 * notices a dead line nor spreads a crowd that lost its server at once.
 */
export class Connection {
  #options: Options
  #source: EventSource | null = null
  #heardAt = 0
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #look: ReturnType<typeof setInterval> | undefined
  #events = new AbortController()

  constructor(options: Options) {
    this.#options = options
  }

  open(): void {
    const { signal } = this.#events
    this.#options.onState('connecting')
    this.#look = setInterval(() => this.#checkSilence(), LOOK_MS)
    // another network: what was open may hang without ever failing
    window.addEventListener('online', () => this.#connect(), { signal })
    window.addEventListener('offline', () => this.#lose(), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && this.#connect(), { signal })
    document.addEventListener('visibilitychange', () => this.#wake(), { signal })
    this.#connect()
  }

  close(): void {
    this.#events.abort()
    clearInterval(this.#look)
    this.#hangUp()
  }

  #connect(): void {
    this.#hangUp()
    this.#heardAt = Date.now()
    const source = new EventSource(this.#options.url)
    this.#source = source
    let isAnswered = false
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (source !== this.#source) return
      this.#heardAt = Date.now()
      isAnswered = true
      const event = parse(data)
      if (event?.type === 'ready') {
        this.#tries = 0
        this.#options.onState('live')
      }
      if (event) this.#options.onEvent(event)
    })
    source.addEventListener('error', () => {
      if (source !== this.#source) return
      this.#lose()
      if (!isAnswered) this.#options.onUnanswered()
    })
  }

  #hangUp(): void {
    clearTimeout(this.#retry)
    this.#source?.close()
    this.#source = null
  }

  #lose(): void {
    this.#hangUp()
    this.#tries += 1
    const isOffline = !navigator.onLine || this.#tries > TRIES_UNTIL_OFFLINE
    this.#options.onState(isOffline ? 'offline' : 'reconnecting')
    const ceiling = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#tries)
    this.#retry = setTimeout(() => this.#connect(), 100 + Math.random() * ceiling)
  }

  /** Timers stand still while a laptop sleeps, so this also notices the waking up. */
  #checkSilence(): void {
    if (this.#source && Date.now() - this.#heardAt > SILENCE_MS) this.#lose()
  }

  #wake(): void {
    if (document.visibilityState !== 'visible') return
    if (this.#source) this.#checkSilence()
    // whoever looks at the screen again need not wait for the next try
    else this.#connect()
  }
}

function parse(data: string): LiveEvent | null {
  try {
    return LiveEvent.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
