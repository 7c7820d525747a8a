import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/members/blocks.ts'
import type * as hiding from '#contract/members/hiding.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { deleteSource } from './apart.queries.ts'
import { deleteBlock, findBlocks, insertBlock } from './blocks.queries.ts'
import { mayViewProfile } from '#server/features/members/profiles.policy.ts'
import { findMutes } from '#server/features/members/mutes/mutes.queries.ts'
import { insertOfPost } from '#server/features/members/signals/signals.queries.ts'
import { countHidden, deleteHidden, insertHidden } from './hiding.queries.ts'

// What changes reaches every process and every open stream by the database's own notices, so that
// nothing is sent any more to either of the two once the change has been committed.

const done = { done: true } as const

export const blockMember: Handler<typeof contract.blockMember> = async (ctx, { params }) => {
  const blockedId = params.memberId.toLowerCase()
  const { viewer: looking } = ctx
  const maySee = mayViewProfile(looking, blockedId)
  const [blockerId, at] = [looking.userId, ctx.now()]
  await insertBlock(ctx.db, { blockerId, blockedId, maySee, looking, at })
  return done
}

export const unblockMember: Handler<typeof contract.unblockMember> = async (ctx, { params }) => {
  const { userId: ownerId } = ctx.viewer
  const memberId = params.memberId.toLowerCase()
  await ctx.db.transaction(async (tx) => {
    await deleteBlock(tx, ownerId, memberId)
    await deleteSource(tx, { ownerId, kind: 'block', sourceId: memberId })
  })
  return done
}

export const listBlocks: Handler<typeof contract.listBlocks> = async ({ db, viewer }) => ({
  blocks: (await findBlocks(db, viewer.userId, viewer)).map(nameFor(viewer)),
  mutes: (await findMutes(db, viewer.userId, viewer)).map(nameFor(viewer)),
  hiddenPosts: await countHidden(db, viewer.userId),
})

/** Names are left out for a viewer who may not see profiles. */
const nameFor =
  (viewer: Parameters<typeof mayViewProfile>[0]) =>
  <T extends { memberId: string; username: string | null }>(one: T): T =>
    mayViewProfile(viewer, one.memberId) ? one : { ...one, username: null }

export const hidePost: Handler<typeof hiding.hidePost> = async (ctx, { params, body }) => {
  const { userId } = ctx.viewer
  const postId = params.postId.toLowerCase()
  const [at, reason] = [ctx.now(), body?.reason]
  await ctx.db.transaction(async (tx) => {
    await insertHidden(tx, { userId, postId, at, most: limits.hiddenPosts })
    if (reason) await insertOfPost(tx, { giverId: userId, reason, at }, postId)
  })
  return done
}

export const showPost: Handler<typeof hiding.showPost> = async ({ db, viewer }, { params }) => {
  await deleteHidden(db, viewer.userId, params.postId.toLowerCase())
  return done
}

export const showAllPosts: Handler<typeof hiding.showAllPosts> = async ({ db, viewer }) => {
  await deleteHidden(db, viewer.userId, null)
  return done
}
