import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/rooms/unread.ts'
import { findReader } from '#server/features/notifications/notifications.ts'
import { membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import { findRoomAccess } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { getReadingMarks } from './unread.marks.ts'
import { listUnreadPosts } from './unread.queries.ts'

export const markRead: Handler<typeof contract.markRead> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const place = await findRoomAccess(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(membershipRefusal(viewer, place))
  await getReadingMarks(ctx).raise({ roomId: place.id, userId: viewer.userId, number: body.number })
  return { done: true }
}

export const listUnread: Handler<typeof contract.listUnread> = async (ctx, { query }) => {
  const { userId, sight } = ctx.viewer
  const reader = await findReader(ctx.db, userId, ctx.now())
  if (!reader?.isLooking) return { rooms: [] }
  const each = query.each ?? limits.unreadEach
  return { rooms: await listUnreadPosts(ctx.db, { ...reader, sight }, each) }
}
