import type * as contract from '#contract/admission/invitations.ts'
import type * as ownPlace from '#contract/admission/ownPlace.ts'
import { admitAccounts, isHeldAtDoor } from '#server/features/accounts/accounts.ts'
import {
  refuseBadCode,
  spendCode,
} from '#server/features/admission/invitations/redeeming.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findPlace, lockPeople, medianDays } from './waitlistLine.queries.ts'
import { findDecline, forgetEntries } from './waitlist.queries.ts'

export const getOwnPlace: Handler<typeof ownPlace.getOwnPlace> = async (ctx) => {
  const { config, db, viewer } = ctx
  const counting = { mustConfirm: needsConfirmation(config) }
  const [days, place, declined] = await Promise.all([
    medianDays(db, ctx.now()),
    viewer.isAdmitted ? undefined : findPlace(db, counting, viewer.userId),
    viewer.isAdmitted ? undefined : findDecline(db, viewer.email),
  ])
  return { place: place ?? null, medianDays: days, declined: declined ?? null }
}

/** Of a single-use code and any number of accounts at once, one is let in. */
export const redeemInvite: Handler<typeof contract.redeemInvite> = async (ctx, { body }) => {
  const { userId: id, email, isAdmitted } = ctx.viewer
  if (isAdmitted) return { done: true }
  // queried in every case, so that the time of the answer does not tell a bad code from a good one
  const isHeld = await isHeldAtDoor(ctx.db, ctx, email)
  await refuseBadCode(ctx, body.code, { email, userId: id })
  // the same answer, and the code stays good for somebody else
  if (isHeld) return { done: true }
  await ctx.db.transaction(async (tx) => {
    await lockPeople(tx, [id])
    const [admitted] = await admitAccounts(tx, [id], ctx.now())
    // somebody else let them in meanwhile: the code is kept
    if (!admitted) return
    if (!(await spendCode(ctx, tx, body.code, { id, email }))) return ctx.refuse('invalid_invite')
    await forgetEntries(tx, [email])
  })
  return { done: true }
}
