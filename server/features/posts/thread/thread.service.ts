import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/replies.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { redactPost } from '../posts.sight.ts'
import { findAnswered, readReplies } from './thread.queries.ts'

export const listReplies: Handler<typeof contract.listReplies> = async (ctx, { params, query }) => {
  const { db, viewer } = ctx
  const { sight } = viewer
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  const postId = params.postId.toLowerCase()
  const answered = await findAnswered(db, roomAccess.id, postId)
  // a viewer who may not see it gets the same answer as for a removed post
  if (!answered || !redactPost(sight, answered)) return ctx.refuse('post_gone')
  const max = limits.repliesPerPage
  const read = await readReplies(db, { postId, after: query.after ?? 0, max, sight })
  return {
    // whom these name is looked at here
    posts: read.flatMap((post) => redactPost(sight, post) ?? []),
    after: read.length === max ? read.at(-1)!.number : null,
  }
}
