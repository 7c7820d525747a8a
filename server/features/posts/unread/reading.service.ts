import type * as contract from '#contract/rooms/reading.ts'
import { insideRefusal } from '#server/features/rooms/rooms.policy.ts'
import { placeOf } from '#server/features/rooms/rooms.service.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { marksOf } from './reading.marks.ts'

export const markRead: Handler<typeof contract.markRead> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const place = await placeOf(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(viewer, place))
  await marksOf(ctx).raise({ roomId: place.id, userId: viewer.userId, number: body.number })
  return { done: true }
}
