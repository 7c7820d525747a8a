import type { ErrorCode } from '#contract/errors.ts'
import type { Room } from '#contract/rooms/rooms.ts'

/** The doors at which the rooms screen explains itself; any other failure is a toast. */
const EXPLAINED = [
  'not_admitted',
  'room_closed',
  'room_needs_verification',
  'room_needs_subscription',
  'room_needs_both',
  'room_limit_reached',
] as const satisfies readonly ErrorCode[]
type ExplainedRefusal = (typeof EXPLAINED)[number]

/** What the room's screen hands to the rooms screen when the way in was refused. */
export type RefusedEntry = { slug: string; code: ExplainedRefusal }

export const isExplained = (code: string): code is ExplainedRefusal =>
  EXPLAINED.some((one) => one === code)

/** From a location's state, which may be anything. */
export function parseRefusedEntry(state: unknown): RefusedEntry | null {
  const { slug, code } = ((state as { refused?: Partial<RefusedEntry> } | null)?.refused ??
    {}) as Partial<RefusedEntry>
  return typeof slug === 'string' && code && isExplained(code) ? { slug, code } : null
}

type WayOut = 'verify' | 'upgrade' | 'leave' | 'invite'

/** What would open a door, by the reason it stayed shut. */
export const waysOut: Record<ExplainedRefusal, readonly WayOut[]> = {
  not_admitted: ['invite'],
  room_closed: [],
  room_needs_verification: ['verify'],
  room_needs_subscription: ['upgrade'],
  room_needs_both: ['verify', 'upgrade'],
  room_limit_reached: ['leave', 'upgrade'],
}

/** Whether a room takes one of the places; a membership that rests does not. */
export const takesPlace = ({ isMember, isDormant }: Room): boolean => isMember && !isDormant

/** The rooms a place could be freed in. */
export const ownRooms = (rooms: readonly Room[]): Room[] => rooms.filter(takesPlace)
