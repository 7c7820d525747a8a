import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/members/blocks.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { deleteBlock, findBlocks, insertBlock } from './blocks.queries.ts'
import { countHidden, deleteHidden, insertHidden } from './hiding.queries.ts'

// What changes reaches every process and every open stream by the database's own notices, so that
// nothing is sent any more to either of the two once the change has been committed.

const done = { done: true } as const

export const blockMember: Handler<typeof contract.blockMember> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  await insertBlock(ctx.db, userId, params.memberId.toLowerCase(), ctx.now())
  return done
}

export const unblockMember: Handler<typeof contract.unblockMember> = async (ctx, { params }) => {
  await deleteBlock(ctx.db, ctx.viewer.userId, params.memberId.toLowerCase())
  return done
}

export const listBlocks: Handler<typeof contract.listBlocks> = async ({ db, viewer }) => ({
  blocks: await findBlocks(db, viewer.userId),
  hiddenPosts: await countHidden(db, viewer.userId),
})

export const hidePost: Handler<typeof contract.hidePost> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const postId = params.postId.toLowerCase()
  await insertHidden(ctx.db, { userId, postId, at: ctx.now(), most: limits.hiddenPosts })
  return done
}

export const showPost: Handler<typeof contract.showPost> = async ({ db, viewer }, { params }) => {
  await deleteHidden(db, viewer.userId, params.postId.toLowerCase())
  return done
}

export const showAllPosts: Handler<typeof contract.showAllPosts> = async ({ db, viewer }) => {
  await deleteHidden(db, viewer.userId, null)
  return done
}
