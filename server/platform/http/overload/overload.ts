// When more is asked than can be answered soon: the rest is refused at once, so that those let in are served.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { drawRetryAfter } from '#server/platform/process/semaphore.ts'

/** Calls in flight. More would wait longer than anybody likes to, and only cost memory. */
const MAX_IN_FLIGHT = 320
/** Calls waiting for a connection to the database. */
const MAX_WAITING = 256
/** A request that starts later than this in one turn of the event loop has waited that long already. */
const MAX_TURN_MS = 100
/** A full house in which nobody has been answered for so long waits for something that never comes. */
const STUCK_MS = 5_000
/** A turn this short was held up by something else, the bytes of photos for one, which refusing would not help. */
const MIN_PER_TURN = 128

/**
 * Notices that more is asked than can be answered soon. The rest is refused before anything is
 * asked about it, at a small part of the cost of an answer, so that those let in are served as ever.
 */
export class Overload {
  #inFlight = 0
  #setAside = 0
  #lastMove = 0
  #turnBegan = 0
  #thisTurn = 0
  #waiting: () => number
  #maxTurnMs: number

  /** `sharesLoop`: the clients run in this process, so that a long turn of the loop is no sign of overload. */
  constructor(waiting: () => number, { sharesLoop = false }: { sharesLoop?: boolean } = {}) {
    this.#waiting = waiting
    this.#maxTurnMs = sharesLoop ? Infinity : MAX_TURN_MS
  }

  /** Calls that are being answered. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Whether anybody waits for an answer, or is still sending what they ask. */
  get isBusy(): boolean {
    return this.#inFlight + this.#setAside > 0
  }

  /** Nothing more is let in, and nothing that was comes to an end. */
  get isStuck(): boolean {
    return this.#inFlight >= MAX_IN_FLIGHT && performance.now() - this.#lastMove > STUCK_MS
  }

  /** Asked once as each request arrives; a crowd of strangers, who wait elsewhere, is none of members. */
  isFull({ isStranger = false } = {}): boolean {
    if (this.#thisTurn === 0) {
      this.#turnBegan = performance.now()
      setImmediate(() => (this.#thisTurn = 0))
    }
    if (!isStranger) this.#thisTurn += 1
    return (
      this.#inFlight >= MAX_IN_FLIGHT ||
      this.#waiting() >= MAX_WAITING ||
      (this.#thisTurn > MIN_PER_TURN && performance.now() - this.#turnBegan > this.#maxTurnMs)
    )
  }

  /** A call is let in; `end` when it is answered. */
  begin(): void {
    this.#inFlight += 1
    if (this.#inFlight === MAX_IN_FLIGHT) this.#lastMove = performance.now()
  }

  end(): void {
    this.#inFlight -= 1
    this.#lastMove = performance.now()
  }

  /**
   * Waits for a slow browser, or for the turn of a stranger, without counting the call as in flight: neither
   * may use up the capacity of others, and each has its own bound.
   */
  whileUncounted = async <T>(wait: () => Promise<T>): Promise<T> => {
    this.#inFlight -= 1
    this.#setAside += 1
    try {
      return await wait()
    } finally {
      this.#setAside -= 1
      this.#inFlight += 1
    }
  }
}

/** The refusal, written straight to Node's response. */
export function refuseOverload(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
): void {
  const seconds = drawRetryAfter()
  const body = JSON.stringify({ code: 'unavailable', retryAfter: seconds })
  response.writeHead(503, [
    ...headers,
    'content-length',
    String(body.length),
    'retry-after',
    String(seconds),
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}
