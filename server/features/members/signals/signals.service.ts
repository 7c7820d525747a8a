import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/members/signals.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import type { App } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { deleteSignals, listSignalled, noteSeen } from './signals.queries.ts'

// Who gave a reason is nobody's business here: staff see how many did, and which reasons.

export const listSignals: Handler<typeof contract.listSignals> = async ({ db, now, viewer }) => {
  const since = retentionCutoff('signals', now())
  return { signals: await listSignalled(db, { viewerId: viewer.userId, since }) }
}

export const seeSignals: Handler<typeof contract.seeSignals> = async (ctx, { params, body }) => {
  const at = ctx.now()
  const asking = { viewerId: ctx.viewer.userId, since: retentionCutoff('signals', at) }
  const aboutId = params.memberId.toLowerCase()
  const isSeen = await noteSeen(ctx.db, asking, { aboutId, upTo: body.latest, at })
  return isSeen ? { done: true } : ctx.refuse(codes.notFound)
}

/** Why somebody was put away is known for no longer than it counts. */
export const forgetSignals = async ({ db, now }: App): Promise<Removed> => ({
  signals: await deleteSignals(db, retentionCutoff('signals', now())),
})
