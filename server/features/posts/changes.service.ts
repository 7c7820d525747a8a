import { editableUntil } from '#contract/posts/posts.ts'
import type * as contract from '#contract/posts/posts.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { refuseUnfit } from '#server/features/content-rules/pacing.service.ts'
import { insideRefusal } from '#server/features/rooms/rooms.policy.ts'
import { placeOf } from '#server/features/rooms/rooms.service.ts'
import { spendAttempt } from '#server/platform/limits/attempts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findPost, lockOwn, removeOwn, updateText } from './changes.queries.ts'
import { forgetNames, nameAgain } from './mentions.queries.ts'
import { shown } from './posts.sight.ts'

// the rows tell every process that posts changed, and these tell whoever shows them

export const editPost: Handler<typeof contract.editPost> = async (ctx, { params, body }) => {
  const { db, viewer } = ctx
  const place = await placeOf(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(viewer, place) ?? termsRefusal(viewer))
  if (viewer.postingLimit) return ctx.refuse('posting_limited', viewer.postingLimit)
  const { text } = body
  await refuseUnfit(ctx, text)
  await spendAttempt(ctx, 'postEdit', viewer.userId)

  await db.begin(async (tx) => {
    const post = await lockOwn(tx, params.postId, viewer.userId)
    if (post?.roomId !== place.id) return ctx.refuse('post_gone')
    if (ctx.now().getTime() > editableUntil(post)) return ctx.refuse('edit_too_late')
    if (post.text === text) return
    await updateText(tx, post.id, text, ctx.now())
    await nameAgain(tx, { id: post.id, roomId: place.id, userId: viewer.userId, text })
  })
  const post = await findPost(db, params.postId)
  return post ? (shown(viewer.sight, post) ?? post) : ctx.refuse('post_gone')
}

export const deletePost: Handler<typeof contract.deletePost> = async (ctx, { params }) => {
  await ctx.db.begin(async (tx) => {
    const post = await lockOwn(tx, params.postId, ctx.viewer.userId)
    if (!post) return ctx.refuse('post_gone')
    await forgetNames(tx, post.id)
    await removeOwn(tx, post.id, ctx.viewer.userId, ctx.now())
  })
  return { done: true }
}
