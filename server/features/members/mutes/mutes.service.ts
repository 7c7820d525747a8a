import type * as contract from '#contract/members/mutes.ts'
import { mayViewProfile } from '#server/features/members/profiles.policy.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { insertOfMember } from '#server/features/members/signals/signals.queries.ts'
import { deleteMute, insertMute } from './mutes.queries.ts'

// The browser folds what a muted member says, by the ids in its session: what the club answers is the
// same for everybody. That nothing of theirs rings is the database's, for all ways of ringing at once.

const done = { done: true } as const

export const muteMember: Handler<typeof contract.muteMember> = async (ctx, { params, body }) => {
  const { viewer: looking } = ctx
  const { userId } = looking
  const memberId = params.memberId.toLowerCase()
  if (!mayViewProfile(looking, memberId)) return done
  const [at, reason] = [ctx.now(), body?.reason]
  await ctx.db.transaction(async (tx) => {
    await insertMute(tx, { muterId: userId, mutedId: memberId, looking, at })
    if (reason) await insertOfMember(tx, { giverId: userId, reason, at }, memberId)
  })
  return done
}

export const unmuteMember: Handler<typeof contract.unmuteMember> = async (ctx, { params }) => {
  await deleteMute(ctx.db, ctx.viewer.userId, params.memberId.toLowerCase())
  return done
}
