import type * as contract from '#contract/accounts/factors.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { tellOfFactor } from './factors.mails.ts'
import { hasFactor } from './factors.policy.ts'
import { findFactors } from './factors.queries.ts'
import { freshRecoveryCodes } from './factors.service.ts'
import { requireRecentLogin } from '#server/features/accounts/reauthentication/proof.holding.ts'

export const renewRecoveryCodes: Handler<typeof contract.renewRecoveryCodes> = async (ctx) => {
  const { userId } = ctx.viewer
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await requireRecentLogin(ctx, tx)
    if (!hasFactor(await findFactors(tx, userId))) return ctx.refuse('no_factor')
    await tellOfFactor(ctx, tx, { userId, event: 'recoveryCodesRenewed' })
    return freshRecoveryCodes(tx, userId)
  })
  return { recoveryCodes }
}
