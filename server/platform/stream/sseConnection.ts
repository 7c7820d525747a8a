// One browser's live stream: writes events and beats, ends in time, and is cut off when nobody reads it.
import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addDigest } from '#contract/live.ts'
import { beatFrame, encodeEvents, type Frame } from './encoding.ts'
import type { Outlet } from '#server/platform/http/route.ts'

/** A listener this far behind is cut off; it asks for what it missed when it returns. */
const MAX_UNSENT_BYTES = 64 * 1024

export type Pace = {
  /** How often a beat is sent at least; the browser gives up a connection silent for 7 seconds. */
  beatMs: number
  /** The browser comes back after this and is authorised again. */
  lifetimeMs: number
  /** A listener that takes nothing for so long is cut off, and so is one that will not part. */
  stuckMs: number
}

/** Over all streams of a process: events written, one for each stream, and streams cut because their client read nothing. */
export type StreamCounts = { events: number; cut: number }

/** Whose line it is; the address for the limits alone. */
export type ConnectionHolder = { sessionId: string; userId: string; address: string }

type ConnectionOptions = {
  headers: readonly string[]
  holder: ConnectionHolder
  pace: Pace
  counts: StreamCounts
}

/**
 * One stream of server-sent events. It writes past Node's response to the socket, one write an
 * event, and has no timer of its own: thousands of them are looked after together (`sseConnections.ts`).
 */
export class SseConnection implements Outlet {
  readonly holder: ConnectionHolder
  #response: ServerResponse
  #counts: StreamCounts
  /** Null when the browser had left before it was known who it is. */
  #socket: Socket | null
  #isOver = false
  #whenOver: (() => void)[] = []
  #sum = 0
  /** Part of the usual time, so that connections that got the same post do not all beat at once. */
  #beatMs: number
  #wroteAt = performance.now()
  #beatAt = this.#wroteAt
  #endsAt: number
  #takenBytes = 0
  #tookAt = this.#wroteAt

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { headers, holder, pace, counts }: ConnectionOptions,
  ) {
    this.holder = holder
    this.#counts = counts
    this.#response = response
    this.#socket = response.socket
    this.#beatMs = pace.beatMs * share(0.65, 0.9)
    this.#endsAt = this.#wroteAt + pace.lifetimeMs * share(0.9, 1)
    // nobody needs them any more, and they would stay in memory for as long as the stream is open
    request.rawHeaders = []
    request.headers = {}
    if (!this.#socket || this.#socket.destroyed) {
      response.destroy()
      this.#isOver = true
      return
    }
    response.once('close', () => this.#over())
    response.writeHead(200, headers as string[])
    response.flushHeaders()
  }

  get isEnding(): boolean {
    return this.#isOver || this.#response.writableEnded
  }

  send(event: unknown): void {
    this.sendFrame(encodeEvents(event))
  }

  sendFrame(text: Frame): void {
    const socket = this.#socket
    if (!socket || !this.#isOpen(socket)) return
    this.#counts.events += text.parts.length
    for (const part of text.parts) this.#sum = addDigest(this.#sum, part)
    this.#wroteAt = performance.now()
    if (this.#wroteAt - this.#beatAt < this.#beatMs) return this.#write(socket, text)
    // where much is said, the beat travels along instead of as a write of its own
    socket.cork()
    this.#write(socket, text)
    this.#beat(socket)
    socket.uncork()
  }

  end(): void {
    if (this.isEnding) return
    this.#response.end()
    // from here on: how long it may take to part
    this.#tookAt = performance.now()
  }

  destroy(): void {
    this.#response.destroy()
  }

  /** Does something once nothing can be said any more; at once if so it is. */
  whenOver(act: () => void): void {
    if (this.#isOver) act()
    else this.#whenOver.push(act)
  }

  /** What is due by now: a beat, the end, the cut. */
  look(now: number, { stuckMs }: Pace): void {
    const socket = this.#socket
    if (!socket) return
    const takenBytes = socket.bytesWritten - socket.writableLength
    if (takenBytes !== this.#takenBytes || socket.writableLength === 0) {
      this.#takenBytes = takenBytes
      if (!this.#response.writableEnded) this.#tookAt = now
    }
    if (now - this.#tookAt > stuckMs) this.#cutOff()
    else if (!this.#isOpen(socket)) return
    else if (now > this.#endsAt) this.end()
    else if (now - this.#wroteAt > this.#beatMs) this.#beat(socket)
  }

  #beat(socket: Socket): void {
    this.#wroteAt = this.#beatAt = performance.now()
    this.#write(socket, beatFrame(this.#sum))
  }

  #write(socket: Socket, { chunked, plain }: Pick<Frame, 'chunked' | 'plain'>): void {
    // a proxy that speaks HTTP/1.0 reads until the end instead of chunk by chunk
    socket.write(this.#response.chunkedEncoding ? chunked : plain)
    if (socket.writableLength > MAX_UNSENT_BYTES) this.#cutOff()
  }

  #cutOff(): void {
    this.#counts.cut += 1
    this.destroy()
  }

  #isOpen(socket: Socket): boolean {
    return !this.isEnding && !socket.destroyed
  }

  #over(): void {
    this.#isOver = true
    for (const act of this.#whenOver) act()
    this.#whenOver = []
  }
}

const share = (from: number, to: number): number => from + ((to - from) * randomInt(1000)) / 1000
