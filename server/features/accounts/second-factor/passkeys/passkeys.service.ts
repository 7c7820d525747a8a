import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/accounts/secondFactor.ts'
import { limits } from '#contract/limits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { noteFactorChange } from '#server/features/accounts/second-factor/secondFactor.mails.ts'
import { hasFactor } from '#server/features/accounts/second-factor/secondFactor.policy.ts'
import { findFactors } from '#server/features/accounts/second-factor/secondFactor.queries.ts'
import {
  beginFactors,
  endFactorsIfLast,
} from '#server/features/accounts/second-factor/secondFactor.service.ts'
import { askToAdd, newPasskey } from './passkeys.ceremony.ts'
import { deletePasskey, insertPasskey, updatePasskeyName } from './passkeys.queries.ts'
import { requireRecentLogin } from '#server/features/accounts/reauthentication/reauthentication.holding.ts'
import { proofRefusal } from '#server/features/accounts/reauthentication/reauthentication.service.ts'

export const startPasskey: Handler<typeof contract.startPasskey> = async (ctx) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  await ctx.enforceLimits()
  const { passkeys } = await findFactors(ctx.db, userId)
  if (passkeys >= limits.passkeys) return ctx.refuse('passkey_limit_reached')
  return askToAdd(ctx, ctx.viewer)
}

export const addPasskey: Handler<typeof contract.addPasskey> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  const { name } = body
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const passkey = await newPasskey(ctx, userId, body)
  if (!passkey) return ctx.refuse('passkey_invalid')

  const now = ctx.now()
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await requireRecentLogin(ctx, tx)
    const before = await findFactors(tx, userId)
    if (before.passkeys >= limits.passkeys) return ctx.refuse('passkey_limit_reached')
    if (!(await insertPasskey(tx, { ...passkey, name }, now))) return ctx.refuse('passkey_invalid')
    await noteFactorChange(ctx, tx, { userId, event: 'passkeyAdded' })
    return hasFactor(before) ? null : beginFactors(ctx, tx, ctx.viewer)
  })
  const { id } = passkey
  return { recoveryCodes, passkey: { id, name, createdAt: now.toISOString(), lastUsedAt: null } }
}

export const renamePasskey: Handler<typeof contract.renamePasskey> = async (
  ctx,
  { params, body },
) => {
  const renamed = { id: params.passkeyId, name: body.name }
  if (!(await updatePasskeyName(ctx.db, ctx.viewer.userId, renamed)))
    return ctx.refuse(codes.notFound)
  return { done: true }
}

export const removePasskey: Handler<typeof contract.removePasskey> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  await ctx.db.transaction(async (tx) => {
    await requireRecentLogin(ctx, tx)
    if (!(await deletePasskey(tx, userId, params.passkeyId))) return ctx.refuse(codes.notFound)
    await endFactorsIfLast(tx, userId)
    return noteFactorChange(ctx, tx, { userId, event: 'passkeyRemoved' })
  })
  return { done: true }
}
