// The rooms as a member sees them: entering, leaving, muting, and which stay open on the Free plan.
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'

export const RoomSlug = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, { error: 'invalid' }))

/** `unknown` stands for any level this version does not know: shown as Free, and opens nothing. */
export const AccessLevel = z.enum(['free', 'club', 'vip', 'paid', 'unknown'])
export type AccessLevel = z.infer<typeof AccessLevel>

export const Room = z.object({
  slug: RoomSlug,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  accessLevel: AccessLevel,
  isMember: z.boolean(),
  /** A membership beyond what the plan holds: it rests, and opens nothing. */
  isDormant: z.boolean(),
  /** The viewer wants to hear nothing of it: no counts, no notices. */
  isMuted: z.boolean(),
  memberCount: z.int(),
  /** The number of the newest post. */
  latest: z.int(),
  /** Posts of others the viewer has not seen, `limits.unreadCounted` at most; none where they do not listen. */
  unread: z.int(),
  /** Why the viewer may not enter now, or null when they may. */
  entryRefusal: z.nullable(ErrorCode),
})
export type Room = z.infer<typeof Room>

/** What is open to somebody: everything, or as many rooms as the Free Plan holds. */
export const Plan = z.object({
  isSubscriber: z.boolean(),
  /** Rooms the viewer belongs to, and the most they may; null is no limit. */
  used: z.int(),
  limit: z.nullable(z.int()),
})
export type Plan = z.infer<typeof Plan>

export const Icebreaker = z.object({
  id: z.uuid(),
  question: z.object({ de: z.string(), en: z.string() }),
})
export type Icebreaker = z.infer<typeof Icebreaker>

const params = z.object({ slug: RoomSlug })
/** Why no room opens, or this one does not. */
export const roomEntryErrors = [
  'room_not_found',
  'not_admitted',
  'consent_required',
  'room_closed',
  'room_needs_verification',
  'room_needs_subscription',
  'room_needs_both',
] as const

export const listRooms = endpoint({
  method: 'GET',
  path: '/api/rooms',
  access: 'member',
  response: z.object({
    rooms: z.array(Room),
    plan: Plan,
    /** Whether made-up members of a demo are among those who talk here. */
    hasDemo: z.boolean(),
  }),
})

/** Becomes a member of the room unless one is already; repeating it changes nothing. */
export const enterRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:slug/entries',
  access: 'member',
  params,
  response: z.object({
    room: Room,
    icebreaker: z.nullable(Icebreaker),
    /** The highest number the viewer had seen when they came in. */
    readNumber: z.int(),
    /** When they last read on there; null where nobody knows. */
    readAt: z.nullable(z.iso.datetime()),
    /** When the room was made, and how many seconds a member waits there between two posts; 0: none. */
    madeAt: z.iso.datetime(),
    slowSeconds: z.int(),
    /** New in the club, and has said nothing anywhere yet. */
    hasYetToSpeak: z.boolean(),
  }),
  errors: [...roomEntryErrors, 'terms_due', 'room_limit_reached'],
})

export const leaveRoom = endpoint({
  method: 'DELETE',
  path: '/api/rooms/:slug/entries',
  access: 'member',
  params,
  response: Done,
  errors: ['room_not_found'],
})

/** Whether the viewer wants notifications of a room they belong to. */
export const muteRoom = endpoint({
  method: 'PUT',
  path: '/api/rooms/:slug/muted',
  access: 'member',
  params,
  body: z.object({ isMuted: z.boolean() }),
  response: Done,
  errors: ['room_not_found'],
})

/** Chooses which rooms stay open on the Free Plan; the others rest. At most `limits.freePlanRooms`, all one's own. */
export const keepRooms = endpoint({
  method: 'PUT',
  path: '/api/rooms/kept',
  access: 'member',
  body: z.object({ slugs: z.array(RoomSlug).check(z.maxLength(100)) }),
  response: Done,
  errors: ['rooms_to_keep'],
})

/** What reading, posting and following in a room may be refused with. */
export const insideRoomErrors = [...roomEntryErrors, 'not_in_room'] as const
