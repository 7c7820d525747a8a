import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/privacy/dataRequests.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { noteRequest } from './requests.noting.ts'
import { findOwn, isKnown, listOwn } from './requests.queries.ts'

export const listOwnRequests: Handler<typeof contract.listOwnRequests> = async ({
  db,
  viewer,
}) => ({ requests: await listOwn(db, viewer.userId) })

/** A repeat gets the first one; what is somebody else's says only that the id is taken. */
export const makeRequest: Handler<typeof contract.makeRequest> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  await ctx.db.transaction(async (tx) => {
    const request = { ...body, userId, receivedAt: ctx.now(), closedAt: null }
    if (await noteRequest(ctx, tx, request, () => isKnown(tx, body.id)))
      await enforceRateLimit(ctx, 'dataRequest', userId, tx)
  })
  return (await findOwn(ctx.db, body.id, userId)) ?? ctx.refuse(codes.conflict)
}
