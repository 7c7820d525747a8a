// The types of a handler for a call, a stream or a file, and `answers`, which ties each to its contract.
import type { Readable } from 'node:stream'
import type {
  AnswerOf,
  Endpoint,
  ErrorsOf,
  EventOf,
  FileCall,
  InputOf,
  Stream,
} from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import type { Frame } from '#server/platform/stream/encoding.ts'

/**
 * What a handler has whose endpoint leaves it to say when its limits are counted, whether those of nets are, and that
 * what comes again was counted before.
 */
type Limiting = {
  enforceLimits(options?: { areNetsSpared?: boolean; isRepeat?: boolean }): Promise<void>
}

/** The function behind an endpoint. Its context already knows what the endpoint's access promised. */
export type Handler<E extends Endpoint> = (
  ctx: Context<E['access'], ErrorsOf<E>> &
    (E extends { isLimitedByHandler: true } ? Limiting : unknown),
  input: InputOf<E>,
) => Promise<AnswerOf<E>>

/** An open stream to one browser tab. */
export type Outlet<Event = unknown> = {
  send(event: Event): void
  /** Writes a frame made once by `frame()` for many listeners. */
  sendFrame(text: Frame): void
  /** Ends the stream; the browser comes back and is authorised again. */
  end(): void
}

/** The function behind a stream: starts it and returns what to do when it is over. */
export type Follower<S extends Stream> = (
  ctx: Context<S['access'], ErrorsOf<S>>,
  input: InputOf<S>,
  out: Outlet<EventOf<S>>,
) => Promise<() => void>

/**
 * A file as it is sent, read only if it has to be. Without an `etag` it is kept nowhere (`no-store`),
 * with one by this browser alone.
 */
type SentFile = {
  type: string
  etag?: string
  /** What it is called when it is saved: letters, digits, dots and dashes. */
  name?: string
  /** The hash of the one style a page of ours carries within itself (`'sha256-…'`). */
  style?: string
} & (ReadFile | StreamedFile)

type ReadFile = {
  /** Asked once, and only when its bytes are sent: not for a HEAD. */
  read(): Promise<Uint8Array<ArrayBuffer>>
  /** Told when who asked hung up before the last byte had left. */
  onCutOff?(): Promise<void>
}

/** One that is not held in memory. It is there to be saved, not to be shown. */
type StreamedFile = {
  bytes: number
  /** Asked once, and only when somebody takes it: not for a HEAD. */
  stream(): Promise<Readable>
}

/** The function behind a file. */
export type Giver<F extends FileCall> = (
  ctx: Context<F['access'], ErrorsOf<F>>,
  input: InputOf<F>,
) => Promise<SentFile>

type Answer<C> = C extends Endpoint
  ? Handler<C>
  : C extends Stream
    ? Follower<C>
    : C extends FileCall
      ? Giver<C>
      : never
type CallsOf<M> = {
  [K in keyof M as M[K] extends Endpoint | Stream | FileCall ? K : never]: Answer<M[K]>
}

// The one place where types are erased: `answers` has checked every pair by then. `name` is the call's in the contract.
export type Route =
  | {
      kind: 'call'
      name: string
      call: Endpoint
      handle: (ctx: never, input: never) => Promise<unknown>
      fromMemory: boolean
    }
  | {
      kind: 'stream'
      name: string
      call: Stream
      handle: (ctx: never, input: never, out: Outlet) => Promise<() => void>
    }
  | {
      kind: 'file'
      name: string
      call: FileCall
      handle: (ctx: never, input: never) => Promise<SentFile>
      fromMemory: boolean
    }

/**
 * A function for every call of a contract module: a missing or a surplus one does not compile.
 * Calls named in `fromMemory` take the viewer as this process remembers them: for what only reads,
 * or asks the database again in its own statement.
 */
export function answers<M extends object>(
  contract: M,
  handlers: CallsOf<M>,
  { fromMemory = [] }: { fromMemory?: readonly (keyof M)[] } = {},
): Route[] {
  return Object.entries(handlers).map(([name, handle]) => {
    const call = contract[name as keyof M] as Endpoint | Stream | FileCall
    if ('event' in call) return { kind: 'stream', name, call, handle } as Route
    const kind = 'file' in call ? 'file' : 'call'
    const isFromMemory = fromMemory.includes(name as keyof M)
    return { kind, name, call, handle, fromMemory: isFromMemory } as Route
  })
}
