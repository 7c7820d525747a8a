import type * as contract from '#contract/moderation/cases.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { listFlaggers, changeFlaggers } from './flaggers.queries.ts'

export const getFlaggers: Handler<typeof contract.getFlaggers> = async ({ db }) => ({
  domains: await listFlaggers(db),
})

export const saveFlaggers: Handler<typeof contract.saveFlaggers> = async (ctx, { body }) => {
  const { domains, before = null } = body
  await ctx.db.transaction(async (tx) => {
    if (!(await changeFlaggers(tx, { domains, before }))) return
    await audit(tx, {
      at: ctx.now(),
      actorId: ctx.viewer.userId,
      action: 'flaggers_set',
      details: { domains: (await listFlaggers(tx)).join(' ') },
    })
  })
  return { domains: await listFlaggers(ctx.db) }
}
