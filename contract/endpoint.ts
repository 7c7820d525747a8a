// What every call is declared with: method, path, who may call it, limits, shapes; or it does not compile.
import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { NetRateName, PersonRateName } from './nets.ts'

/**
 * Who may call an endpoint at all; finer rules are a feature's policy.
 * `recovery` is a recovery session or an account, `account` is anyone signed in (suspended too),
 * `member` is signed in and not suspended; `moderator` is staff: a moderator or an admin.
 */
export type Access = 'visitor' | 'recovery' | 'account' | 'member' | 'moderator' | 'admin'

/**
 * The head in which a tab says for whom it acts, by their id. Where somebody else is signed in by then the call is refused
 * as `not_signed_in`: a tab that stood still has not heard of them yet. It opens nothing. A type alone: a room's
 * scripts are at their bound, and an exported value weighs more than the word itself.
 */
export type MemberHeader = 'club-member'

type Call = {
  path: `/api/${string}`
  access: Access
  /** Open to the suspended as well while they are asked to show their age. */
  isForAgeProof?: boolean
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  errors?: readonly ErrorCode[]
}

/** The rate limits of an endpoint: for a network address, for the account, or for the e-mail address in its body. */
export type CallLimits = {
  address?: readonly NetRateName[]
  member?: PersonRateName
  email?: PersonRateName
}

export type Endpoint = Call & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: z.ZodMiniType
  /** The body is one file as it stands, of at most so many bytes; the handler gets it as `file`. */
  upload?: { maxBytes: number; type?: 'application/octet-stream' | 'application/json' }
  /** Counted once the input is read, before the handler; each is a rate of `limits.ts`. */
  limits?: CallLimits
  /** What is refused anyway is not counted: the handler calls `ctx.enforceLimits()` after it. */
  isLimitedByHandler?: true
  response: z.ZodMiniType
}

/** A one-way stream of events (server-sent events, `GET`). */
export type Stream = Call & { event: z.ZodMiniType }

/** What a browser shows or plays by itself, of one of these content types (`GET`). */
export type FileCall = Call & { file: readonly string[] }

/** Declares one HTTP call. It only keeps the exact type; there is no behaviour here. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared
/** Declares one event stream. */
export const stream = <const S extends Stream>(declared: S): S => declared
/** Declares one file. */
export const file = <const F extends FileCall>(declared: F): F => declared

/** The response of a call that has nothing more to say. */
export const Done = z.object({ done: z.literal(true) })

type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Raw<T> = T extends z.ZodMiniType ? z.input<T> : undefined
/** Without what a call does not have; what it can do without may be left out. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as T[K] extends undefined ? never : undefined extends T[K] ? K : never]?: T[K]
}
type Part<C, K extends string> = C extends Record<K, infer T> ? T : undefined

/** What a handler receives: parsed, trimmed, safe. */
export type InputOf<C extends Endpoint | Stream | FileCall> = Present<{
  params: Parsed<Part<C, 'params'>>
  query: Parsed<Part<C, 'query'>>
  body: Parsed<Part<C, 'body'>>
  file: Part<C, 'upload'> extends { maxBytes: number } ? Uint8Array<ArrayBuffer> : undefined
}>

/** What a caller sends, before the server parses it. */
export type RequestOf<C extends Endpoint | Stream | FileCall> = Present<{
  params: Raw<Part<C, 'params'>>
  query: Raw<Part<C, 'query'>>
  body: Raw<Part<C, 'body'>>
  file: Part<C, 'upload'> extends { maxBytes: number }
    ? Uint8Array<ArrayBuffer> | { arrayBuffer(): Promise<ArrayBuffer> }
    : undefined
}>

export type AnswerOf<E extends Endpoint> = z.output<E['response']>
export type EventOf<S extends Stream> = z.output<S['event']>

/** The codes an endpoint declares beside those every endpoint can give. */
export type ErrorsOf<C> = C extends { errors: readonly (infer Code)[] } ? Code & ErrorCode : never
