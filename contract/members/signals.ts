import * as z from 'zod/mini'
import { codes } from '../errors.ts'
import { endpoint, Done } from '../endpoint.ts'
import { Moment } from '../fields.ts'

/** Why somebody is put away, said to staff alone. */
export const signalReasons = ['pushy', 'rude', 'scam', 'something_else'] as const
export const SignalReason = z.enum(signalReasons)
export type SignalReason = z.infer<typeof SignalReason>

/** May come with what puts somebody away; without one, staff hear nothing. */
export const WithReason = z.optional(z.object({ reason: z.optional(SignalReason) }))

/** So many members who say why they put the same one away are a line at the desk. */
export const SIGNALS_HEARD = 5
/** At most so many are listed at once. */
export const MOST_SIGNALLED = 50

/** A member of whom enough others said within `retention.signals` why they put them away; not by whom. */
const Signalled = z.object({
  memberId: z.uuid(),
  username: z.string(),
  /** When the first of these reasons was given, and the last. */
  since: z.iso.datetime(),
  latest: z.iso.datetime(),
  reasons: z.array(z.object({ reason: SignalReason, count: z.int() })),
  /** When somebody of the staff marked it as seen, if nothing came since. */
  seenAt: z.nullable(z.iso.datetime()),
})
export type Signalled = z.infer<typeof Signalled>

/** Those nobody has seen first, then the newest. */
export const listSignals = endpoint({
  method: 'GET',
  path: '/api/desk/signals',
  access: 'moderator',
  response: z.object({ signals: z.array(Signalled).check(z.maxLength(MOST_SIGNALLED)) }),
})

/** Marks what was read of a member as seen, up to the last reason of it: what comes later is not. */
export const seeSignals = endpoint({
  method: 'PUT',
  path: '/api/desk/signals/:memberId/seen',
  access: 'moderator',
  params: z.object({ memberId: z.uuid() }),
  body: z.object({ latest: Moment }),
  response: Done,
  errors: [codes.notFound],
})
