import type * as contract from '#contract/accounts/secondFactor.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { noteFactorChange } from './secondFactor.mails.ts'
import { hasFactor } from './secondFactor.policy.ts'
import { findFactors } from './secondFactor.queries.ts'
import { freshRecoveryCodes } from './secondFactor.service.ts'
import { requireRecentLogin } from '#server/features/accounts/reauthentication/reauthentication.holding.ts'

export const renewRecoveryCodes: Handler<typeof contract.renewRecoveryCodes> = async (ctx) => {
  const { userId } = ctx.viewer
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await requireRecentLogin(ctx, tx)
    if (!hasFactor(await findFactors(tx, userId))) return ctx.refuse('no_factor')
    await noteFactorChange(ctx, tx, { userId, event: 'recoveryCodesRenewed' })
    return freshRecoveryCodes(tx, userId)
  })
  return { recoveryCodes }
}
