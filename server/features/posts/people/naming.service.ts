import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/naming.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { isVisibleSql } from '#server/platform/member-rules/visibility.ts'
import { findByStart } from '../mentions.queries.ts'

export const findPeople: Handler<typeof contract.findPeople> = async (ctx, { params, query }) => {
  const { db, viewer } = ctx
  const { userId } = viewer
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  await ctx.enforceLimits()
  const people = await findByStart(db, roomAccess.id, {
    userId,
    starts: query.starts,
    isSeen: isVisibleSql(viewer.sight, sql`f.id`),
    max: limits.peopleOffered,
  })
  return { people }
}
