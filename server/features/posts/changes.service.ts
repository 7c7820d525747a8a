import { editDeadline } from '#contract/posts/posts.ts'
import type * as contract from '#contract/posts/ownPosts.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { rejectBlockedContent } from '#server/features/content-rules/content-rules.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findPost, lockOwn, removeOwn, updateText } from './changes.queries.ts'
import { forgetNames, updateMentions } from './mentions.queries.ts'
import { redactPost } from './posts.sight.ts'

// triggers on the rows tell every process that posts changed, and each tells the browsers that show them

export const editPost: Handler<typeof contract.editPost> = async (ctx, { params, body }) => {
  const { db, viewer } = ctx
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  ctx.refuseIf(termsRefusal(viewer))
  if (viewer.postingLimit) return ctx.refuse('posting_limited', viewer.postingLimit)
  const { text } = body
  await rejectBlockedContent(ctx, text)
  await ctx.enforceLimits()

  await db.transaction(async (tx) => {
    const post = await lockOwn(tx, params.postId, viewer.userId)
    if (post?.roomId !== roomAccess.id) return ctx.refuse('post_gone')
    if (post.isHidden) return ctx.refuse('hidden_now')
    if (ctx.now().getTime() > editDeadline(post)) return ctx.refuse('edit_too_late')
    if (post.text === text) return
    await updateText(tx, post.id, text, ctx.now())
    await updateMentions(tx, { id: post.id, roomId: roomAccess.id, userId: viewer.userId, text })
  })
  const post = await findPost(db, params.postId, viewer.sight)
  return post ? (redactPost(viewer.sight, post) ?? post) : ctx.refuse('post_gone')
}

export const deletePost: Handler<typeof contract.deletePost> = async (ctx, { params }) => {
  await ctx.db.transaction(async (tx) => {
    const post = await lockOwn(tx, params.postId, ctx.viewer.userId)
    if (!post) return ctx.refuse('post_gone')
    await forgetNames(tx, post.id)
    await removeOwn(tx, post.id, ctx.viewer.userId, ctx.now())
  })
  return { done: true }
}
