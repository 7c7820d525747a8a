import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/rooms/rooms.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countOwn, keepOnly, restBeyond } from './dormancy.queries.ts'
import { roomLimit } from './rooms.policy.ts'

// A resting membership loses no data; it gives no access and does not count against the room limit.

/** Puts the memberships beyond the Free Plan's limit to rest: of the rooms it opens those joined last stay, or those the member chose. The caller holds a lock on the member. */
export const restRooms = (on: Sql, userId: string, at: Date): Promise<void> =>
  restBeyond(on, { userId, limit: limits.freePlanRooms, at })

export const keepRooms: Handler<typeof contract.keepRooms> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  const limit = roomLimit(ctx.viewer)
  // a subscriber keeps all of them
  if (limit === null) return { done: true }
  const slugs = [...new Set(body.slugs)]
  if (slugs.length > limit) return ctx.refuse('rooms_to_keep')
  await ctx.db.transaction(async (tx) => {
    if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
    if ((await countOwn(tx, userId, slugs)) < slugs.length) return ctx.refuse('rooms_to_keep')
    await keepOnly(tx, { userId, slugs, at: ctx.now() })
  })
  return { done: true }
}
