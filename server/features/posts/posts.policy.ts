import { codes } from '#contract/errors.ts'
import type { insideRoomErrors } from '#contract/rooms/rooms.ts'
import { paceRefusal } from '#server/features/content-rules/content-rules.ts'
import { membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import type { Viewer } from '#server/platform/context.ts'
import type { NewPost, Unstored } from './posts.queries.ts'

type Own = Pick<NewPost, 'roomId' | 'userId'>

/** Whether what stands under an id is the same post, sent again. */
export const isOwn = (taken: Own, post: Own): boolean =>
  taken.roomId === post.roomId && taken.userId === post.userId

type StoringRefusal = {
  code:
    | (typeof insideRoomErrors)[number]
    | Extract<ReturnType<typeof paceRefusal>, object>['code']
    | typeof codes.conflict
    | typeof codes.forbidden
    | 'not_signed_in'
    | 'too_many_attempts'
    | 'post_gone'
    | 'unavailable'
  retryAfter?: number
}

/** Why a post was not stored, in the order of precedence; `unavailable` when nothing stands against it any more. */
export function storingRefusal(viewer: Viewer, post: NewPost, why: Unstored): StoringRefusal {
  const { taken, retryAfter, roomAccess, standing } = why
  if (taken) return { code: isOwn(taken, post) ? 'consent_required' : codes.conflict }
  if (retryAfter !== null) return { code: 'too_many_attempts', retryAfter }
  const paced = paceRefusal(why)
  if (paced) return paced
  // what this process remembered had just ceased to be true
  if (!why.isSignedIn) return { code: 'not_signed_in' }
  if (!roomAccess) return { code: 'room_not_found' }
  const outside = membershipRefusal({ ...viewer, ...standing }, roomAccess)
  if (outside) return { code: outside }
  if (standing?.isHidden) return { code: codes.forbidden }
  if (post.replyTo && !why.isQuotable) return { code: 'post_gone' }
  return { code: 'unavailable', retryAfter: 1 }
}
