import type * as contract from '#contract/accounts/secondFactor.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { noteFactorChange } from './secondFactor.mails.ts'
import { hasFactor } from './secondFactor.policy.ts'
import { findFactors } from './secondFactor.queries.ts'
import { beginFactors, endFactorsIfLast } from './secondFactor.service.ts'
import { requireRecentLogin } from '#server/features/accounts/reauthentication/reauthentication.holding.ts'
import { proofRefusal } from '#server/features/accounts/reauthentication/reauthentication.service.ts'
import { appCode, newTotpSecret, stepOfCode, totpCard } from './totp.codes.ts'
import { confirmTotpSecret, deleteTotp, insertTotp, findTotp } from './totp.queries.ts'
import { openTotpSecret, sealTotpSecret } from './totp.secrets.ts'

export const startTotp: Handler<typeof contract.startTotp> = async (ctx) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const { userId, email } = ctx.viewer
  const secret = newTotpSecret()
  const sealed = await sealTotpSecret(ctx, userId, secret)
  if (!(await insertTotp(ctx.db, userId, sealed, ctx.now()))) return ctx.refuse('totp_on')
  return totpCard({ secret, club: ctx.config.clubName, email })
}

export const confirmTotp: Handler<typeof contract.confirmTotp> = async (ctx, { body }) => {
  const { userId, sessionId } = ctx.viewer
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  await enforceRateLimit(ctx, 'secondFactor', `${userId} ${sessionId}`)
  const stored = await findTotp(ctx.db, userId)
  if (stored?.confirmedAt) return ctx.refuse('totp_on')
  if (!stored) return ctx.refuse('invalid_code')
  const { sealed } = stored
  const secret = await openTotpSecret(ctx, userId, sealed)
  const code = appCode(body.code)
  const step = code && stepOfCode(secret, code, ctx.now())
  if (!step) return ctx.refuse('invalid_code')

  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await requireRecentLogin(ctx, tx)
    const before = await findFactors(tx, userId)
    if (!(await confirmTotpSecret(tx, userId, { sealed, step }, ctx.now())))
      return ctx.refuse('totp_on')
    await noteFactorChange(ctx, tx, { userId, event: 'totpOn' })
    return hasFactor(before) ? null : beginFactors(ctx, tx, ctx.viewer)
  })
  return { recoveryCodes }
}

export const removeTotp: Handler<typeof contract.removeTotp> = async (ctx) => {
  const { userId } = ctx.viewer
  await ctx.db.transaction(async (tx) => {
    await requireRecentLogin(ctx, tx)
    if (!(await deleteTotp(tx, userId))) return
    await endFactorsIfLast(tx, userId)
    await noteFactorChange(ctx, tx, { userId, event: 'totpOff' })
  })
  return { done: true }
}
