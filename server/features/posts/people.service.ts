import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/posts.ts'
import { insideRefusal } from '#server/features/rooms/rooms.policy.ts'
import { placeOf } from '#server/features/rooms/rooms.service.ts'
import { spendAttempt } from '#server/platform/limits/attempts.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { isSeen } from '#server/platform/member-rules/sight.ts'
import { findByStart } from './mentions.queries.ts'

export const findPeople: Handler<typeof contract.findPeople> = async (ctx, { params, query }) => {
  const { db, viewer } = ctx
  const { userId } = viewer
  const place = await placeOf(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(viewer, place))
  await spendAttempt(ctx, 'peopleAsked', userId)
  const people = await findByStart(db, place.id, {
    userId,
    starts: query.starts,
    isSeen: isSeen(viewer.sight, sql`f.id`),
    max: limits.peopleOffered,
  })
  return { people }
}
