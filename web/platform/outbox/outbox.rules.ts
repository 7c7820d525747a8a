// What becomes of a post that could not be sent: if it waits, until when, and which one goes next.
import * as z from 'zod/mini'
import { codes, ErrorBody } from '#contract/errors.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { readForeign } from '#web/platform/api/errors.ts'

/** What was answered instead of the post: by the club, or by somebody in its place. */
const Said = z.object({
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ message: z.string() }))),
  retryAfter: z.optional(z.number()),
  found: ErrorBody.shape.found,
})

/** A post on its way. It has its id before it has ever met the server. */
export const Outgoing = z.object({
  id: z.string(),
  place: z.string(),
  text: z.string(),
  icebreakerId: z.nullable(z.string()),
  /** The post it answers. */
  replyTo: z._default(z.nullable(z.object({ id: z.string(), number: z.number() })), null),
  /** By the device's clock, in ms since 1970: the order of sending. */
  createdAt: z.number(),
  tries: z.number(),
  /** Not again before this, in ms since 1970. */
  notBefore: z.number(),
  /** When the last try failed, in ms since 1970. */
  failedAt: z.optional(z.number()),
  /** Why it still waits; `room` and `limit` are limits of its room and of all that a member posts. */
  waitsFor: z.nullable(z.enum(['connection', 'club', 'room', 'limit'])),
  /** For `club`: what was answered. */
  said: z.optional(z.nullable(Said)),
  /** Why the server will not have it. */
  refusal: z.nullable(Said),
  /** It was acknowledged, and is sent again in case the club lost it. */
  isAgain: z.optional(z.boolean()),
})
export type Outgoing = z.infer<typeof Outgoing>

/** What has not been tried yet. */
export const fresh = { tries: 0, notBefore: 0, waitsFor: null, said: null, refusal: null }

const LONGEST_WAIT_MS = 3_000
/** An answer "unexpected" to the same post this often is its own fault, and others wait behind it. */
const TRIES_UNTIL_REFUSED = 6

/** Limits that are over by themselves, when the club says, and what each is about. */
const LIMITS = new Map<string, 'room' | 'limit'>([
  ['slow_mode', 'room'],
  ['too_many_attempts', 'limit'],
  ['newcomer_limit', 'limit'],
])

/** What is answered in the club's place while it cannot be reached. */
const PASSING = [408, 429, 502, 503, 504]

/** What becomes of a post that could not be sent: it waits, or it stays with the reason. */
export function afterFailure(
  entry: Outgoing,
  { code, body, foreign = null }: Pick<CallError, 'code' | 'body'> & Partial<CallError>,
  now: number,
  chance: number,
): Outgoing {
  const tries = entry.tries + 1
  const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** tries) * (0.5 + chance / 2)
  const retryAfter = (body?.retryAfter ?? 0) * 1_000
  const later = (waitsFor: Outgoing['waitsFor']) => ({
    ...entry,
    tries,
    waitsFor,
    said: null as Outgoing['said'],
    failedAt: now,
    notBefore: now + Math.max(retryAfter, wait),
  })

  const limit = LIMITS.get(code)
  if (limit) return later(limit)
  const answer = foreign ? readForeign(foreign.said) : body
  const isTriedAgain = foreign
    ? PASSING.includes(foreign.status) || (foreign.status >= 500 && tries < TRIES_UNTIL_REFUSED)
    : code === 'unexpected' && tries < TRIES_UNTIL_REFUSED
  if (isTriedAgain) return { ...later('club'), said: answer }
  if (foreign) return { ...entry, tries, waitsFor: null, said: null, refusal: answer }
  // no answer, no room for it now, or nobody signed in at the moment: it stays good
  if (!body || code === 'unavailable' || code === 'not_signed_in') return later('connection')
  return { ...entry, tries, waitsFor: null, said: null, refusal: body }
}

/** What to send next, one post a place: within it nothing overtakes, and places do not wait for each other. */
export function nextToSend(entries: readonly Outgoing[]): Outgoing[] {
  const first = new Map<string, Outgoing>()
  for (const entry of entries)
    if (!entry.refusal && !first.has(entry.place)) first.set(entry.place, entry)
  return [...first.values()]
}

/** Nothing was lost: what it was sent again for stands there, whatever became of it. */
export const isStanding = ({ isAgain, refusal }: Outgoing): boolean =>
  isAgain === true && (refusal?.code === codes.conflict || refusal?.code === 'consent_required')

/** How long it still waits. A clock set back since the failure says nothing about that: then not at all. */
export const waitLeft = ({ failedAt = 0, notBefore }: Outgoing, now: number): number =>
  now < failedAt ? 0 : Math.max(0, notBefore - now)

export const inOrder = (entries: Iterable<Outgoing>): Outgoing[] =>
  [...entries].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))

/** Whether it waits for the club to be reached again, and not for a limit. */
export const isForLine = ({ waitsFor }: Outgoing): boolean =>
  waitsFor === 'connection' || waitsFor === 'club'
