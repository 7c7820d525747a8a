import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { membershipRefusal, roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import type { Viewer } from '#server/platform/context.ts'

/** A post as the rules of waving need it. */
export type WavedAt = {
  authorId: string
  accessLevel: string
  isActive: boolean
  isMember: boolean
}

/** Why this member may meet nobody by a wave, whoever that is; or null. */
export const meetingRefusal = (viewer: Viewer) =>
  roomEntryRefusal(viewer, { accessLevel: 'free' }) ?? termsRefusal(viewer)

/** Why this member may not wave at a post they see, or null. */
export const wavingRefusal = (viewer: Viewer, post: WavedAt) =>
  membershipRefusal(viewer, post) ??
  termsRefusal(viewer) ??
  (post.authorId === viewer.userId ? codes.forbidden : null)

/** Until when a wave can be undone. */
export const waveUndoEnd = (wavedAt: string): Date =>
  new Date(Date.parse(wavedAt) + limits.waveUndoSeconds * 1000)

/** Waves from then on can be undone at that time. */
export const waveUndoStart = (now: Date): Date =>
  new Date(now.getTime() - limits.waveUndoSeconds * 1000)
