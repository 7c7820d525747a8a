import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/rooms/rooms.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countOwn, keepOnly, restBeyond } from './dormancy.queries.ts'
import { roomLimit } from './rooms.policy.ts'

// Nothing of a membership that rests is lost: it opens nothing and takes no place.

/** The Free Plan holds the rooms joined last, or those its member chose; call under a lock of the member. */
export const restRooms = (on: Sql, userId: string, at: Date): Promise<void> =>
  restBeyond(on, { userId, limit: limits.freePlanRooms, at })

export const keepRooms: Handler<typeof contract.keepRooms> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  const limit = roomLimit(ctx.viewer)
  // whoever pays keeps them all
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
