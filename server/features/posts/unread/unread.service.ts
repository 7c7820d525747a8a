import type * as contract from '#contract/rooms/unread.ts'
import { membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import { findRoomAccess } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { getReadingMarks } from './unread.marks.ts'

export const markRead: Handler<typeof contract.markRead> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const place = await findRoomAccess(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(membershipRefusal(viewer, place))
  await getReadingMarks(ctx).raise({ roomId: place.id, userId: viewer.userId, number: body.number })
  return { done: true }
}
