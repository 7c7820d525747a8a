import type { VerificationStatus } from '#contract/accounts/session.ts'
import { limits } from '#contract/limits.ts'
import type { insideRoomErrors } from '#contract/rooms/rooms.ts'
import { contentRefusal } from '#server/features/consent/consent.policy.ts'

/** What the rules of rooms need to know of a member. */
export type Rights = {
  isAdmitted: boolean
  verificationStatus: VerificationStatus
  isSubscriber: boolean
  hasContentConsent: boolean
}

export type InsideRefusal = (typeof insideRoomErrors)[number]
type EntryRefusal = Exclude<InsideRefusal, 'not_in_room'>
type CardRefusal = Exclude<EntryRefusal, 'consent_required'>

/** Why a room is closed to this member, or null. A level nobody knows opens nothing. */
export function roomVisibilityRefusal(
  { isAdmitted, verificationStatus, isSubscriber }: Omit<Rights, 'hasContentConsent'>,
  room: { accessLevel: string },
): CardRefusal | null {
  if (!isAdmitted) return 'not_admitted'
  const isVerified = verificationStatus === 'verified'
  switch (room.accessLevel) {
    case 'free':
      return null
    case 'club':
      return isVerified ? null : 'room_needs_verification'
    case 'paid':
      return isSubscriber ? null : 'room_needs_subscription'
    case 'vip':
      return isVerified && isSubscriber ? null : 'room_needs_both'
    default:
      return 'room_closed'
  }
}

/** Why this member may not enter, or null: consent is the last condition, so it is requested only where all others hold. */
export const roomEntryRefusal = (
  rights: Rights,
  room: { accessLevel: string },
): EntryRefusal | null => roomVisibilityRefusal(rights, room) ?? contentRefusal(rights)

/** Why this member may not read, post or listen in a room, or null: they entered it and still may. */
export function membershipRefusal(
  rights: Rights,
  room: { accessLevel: string; isActive: boolean; isMember: boolean },
): InsideRefusal | null {
  if (!room.isActive) return 'room_not_found'
  return roomEntryRefusal(rights, room) ?? (room.isMember ? null : 'not_in_room')
}

/** How many rooms a member may belong to at a time; null is any number (spec 9, Free plan). */
export const roomLimit = ({ isSubscriber }: Pick<Rights, 'isSubscriber'>): number | null =>
  isSubscriber ? null : limits.freePlanRooms
