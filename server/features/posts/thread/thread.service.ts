import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/replies.ts'
import { membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import { findRoomAccess } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { redactPost } from '../posts.sight.ts'
import { findAnswered, readReplies } from './thread.queries.ts'

export const listReplies: Handler<typeof contract.listReplies> = async (ctx, { params, query }) => {
  const { db, viewer } = ctx
  const place = await findRoomAccess(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(membershipRefusal(viewer, place))
  const postId = params.postId.toLowerCase()
  const answered = await findAnswered(db, place.id, postId)
  // whoever does not see it is answered as if it were gone
  if (!answered || !redactPost(viewer.sight, answered)) return ctx.refuse('post_gone')
  const max = limits.repliesPerPage
  const read = await readReplies(db, { postId, after: query.after ?? 0, max })
  return {
    // a page may be short of what somebody does not see; there is more as long as it was full
    posts: read.flatMap((post) => redactPost(viewer.sight, post) ?? []),
    after: read.length === max ? read.at(-1)!.number : null,
  }
}
