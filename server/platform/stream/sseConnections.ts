// The live streams open at a process: how many an address, session or account may have, and how all end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config.ts'
import { securityHeaders } from '#server/platform/http/headers.ts'
import {
  SseConnection,
  type ConnectionHolder,
  type Pace,
  type StreamCounts,
} from './sseConnection.ts'
import { OpenByNet } from '#server/platform/limits/nets.ts'
import { Refusal } from '#server/platform/process/refusal.ts'

const PACE: Pace = { beatMs: 4_000, lifetimeMs: 5 * 60_000, stuckMs: 30_000 }
/** How often streams are checked; a beat is late by this much at most, which its early start covers. */
const LOOKS_PER_BEAT = 16

/** Two hundred a second, and where there are thousands, more. */
const PART_MS = 5
const LONGEST_PARTING_MS = 10_000

/** Open streams at this process. Enough for every tab of a member, every member behind one address or in one net. */
export const STREAMS = { perSession: 12, perAccount: 30, perRange: 400, perNet: 1_200 }

/** Every stream open at this process, looked after by one timer for all. */
export class SseConnections {
  readonly counts: StreamCounts = { events: 0, cut: 0 }
  #open = new Set<SseConnection>()
  /** Open streams and those being opened. */
  #perNet: OpenByNet
  #factor: number
  #headers: string[]
  #pace: Pace
  #timer: NodeJS.Timeout | undefined

  constructor(config: Config, pace = PACE) {
    this.#factor = config.limitsFactor
    this.#pace = pace
    this.#perNet = new OpenByNet(STREAMS, config)
    this.#headers = Object.entries({
      ...securityHeaders(config),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    }).flat()
  }

  get size(): number {
    return this.#open.size
  }

  /** Reserves a connection for an address before the viewer is known; the caller then opens it or gives it back. */
  enter(address: string): void {
    if (!this.#perNet.take({ address })) throw new Refusal('too_many_attempts', { retryAfter: 30 })
  }

  leave(address: string): void {
    this.#perNet.giveBack({ address })
  }

  /**
   * Opens a stream after `enter`. Where a session or an account has too many, its oldest ends: a
   * browser whose connection was lost unnoticed always gets back in.
   */
  open(
    request: IncomingMessage,
    response: ServerResponse,
    holder: ConnectionHolder,
  ): SseConnection {
    this.#endOldest(STREAMS.perSession, (open) => open.holder.sessionId === holder.sessionId)
    this.#endOldest(STREAMS.perAccount, (open) => open.holder.userId === holder.userId)
    const connection = new SseConnection(request, response, {
      headers: this.#headers,
      holder,
      pace: this.#pace,
      counts: this.counts,
    })
    this.#open.add(connection)
    this.#timer ??= setInterval(() => this.#look(), this.#pace.beatMs / LOOKS_PER_BEAT).unref()
    connection.whenOver(() => this.#remove(connection))
    return connection
  }

  endAll(): void {
    for (const connection of this.#open) connection.end()
  }

  /** One after the other, at the pace at which another process can take them in. */
  async endInTurn(): Promise<void> {
    const open = [...this.#open]
    const together = Math.ceil((open.length * PART_MS) / LONGEST_PARTING_MS)
    for (let at = 0; at < open.length; at += together) {
      for (const connection of open.slice(at, at + together)) connection.end()
      await sleep(PART_MS)
    }
  }

  destroyAll(): void {
    for (const connection of this.#open) connection.destroy()
  }

  #endOldest(max: number, isOne: (connection: SseConnection) => boolean): void {
    // in the order they were opened
    const open = [...this.#open].filter((connection) => isOne(connection) && !connection.isEnding)
    for (const connection of open.slice(0, Math.max(0, open.length + 1 - max * this.#factor)))
      connection.end()
  }

  #look(): void {
    const now = performance.now()
    for (const connection of this.#open) connection.look(now, this.#pace)
  }

  #remove(connection: SseConnection): void {
    this.#open.delete(connection)
    this.leave(connection.holder.address)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
