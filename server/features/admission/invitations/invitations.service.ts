// A member's own invitations: how many are left, making and revoking one, and being shown to one's inviter.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/admission/invitations.ts'
import { limits } from '#contract/limits.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { clubSettings, readSettings } from '#server/features/settings/settings.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { givingRefusal } from './invitations.policy.ts'
import {
  countTaken,
  findMade,
  insertInvitation,
  isConfirmed,
  isShown,
  listOwn,
  revoke,
  setShown,
  forgetExpiredInvitations,
} from './invitations.queries.ts'
import { draftInvitation } from './invitations.draft.ts'

const findRefusal = async (ctx: App & { viewer: Viewer }, on: Sql) =>
  givingRefusal(ctx.viewer, {
    isConfirmed: await isConfirmed(on, ctx.viewer.userId),
    mustConfirm: needsConfirmation(ctx.config),
  })

export const listInvitations: Handler<typeof contract.listInvitations> = async (ctx) => {
  const { db, viewer, now } = ctx
  const [refusal, invitations, taken, isShownToInviter, settings] = await Promise.all([
    findRefusal(ctx, db),
    listOwn(db, viewer.userId, now()),
    countTaken(db, viewer.userId, now()),
    isShown(db, viewer.userId),
    clubSettings(ctx),
  ])
  const left = refusal ? 0 : Math.max(0, settings.invitationsPerMember - taken)
  return { invitations, left, isShownToInviter }
}

export const createInvitation: Handler<typeof contract.createInvitation> = async (
  ctx,
  { body },
) => {
  const { config, viewer } = ctx
  const now = ctx.now()
  const wanted = { ...body, maxUses: 1, days: limits.inviteDays }
  const { draft, code, url } = await draftInvitation(ctx, wanted, viewer.userId)
  const made = await ctx.db.transaction(async (tx) => {
    if (!(await holdOwn(tx, viewer))) return ctx.refuse('not_signed_in')
    ctx.refuseIf(await findRefusal(ctx, tx))
    const before = await findMade(tx, draft, now)
    if (before) return before
    const { invitationsPerMember } = await readSettings(tx, config)
    if ((await countTaken(tx, viewer.userId, now)) >= invitationsPerMember)
      return ctx.refuse('invitations_used_up')
    await enforceRateLimit(ctx, 'invitationsMade', viewer.userId, tx)
    return (await insertInvitation(tx, draft, now)) ?? ctx.refuse(codes.conflict)
  })
  const { id, state, email, createdAt, expiresAt } = made
  // its code lets nobody in any more
  if (state !== 'open') return ctx.refuse(codes.notFound)
  return { invitation: { id, state, email, createdAt, expiresAt, guest: null }, code, url }
}

export const revokeInvitation: Handler<typeof contract.revokeInvitation> = async (
  ctx,
  { params },
) => {
  const mine = { id: params.invitationId, inviterId: ctx.viewer.userId }
  if (!(await revoke(ctx.db, mine, ctx.now()))) return ctx.refuse(codes.notFound)
  return { done: true }
}

export const showToInviter: Handler<typeof contract.showToInviter> = async (ctx, { body }) => {
  if (!(await setShown(ctx.db, ctx.viewer.userId, body.isShown))) return ctx.refuse(codes.notFound)
  return { done: true }
}

/** Answers of how many invitations something was forgotten. */
export const forgetInvitations = ({ db, now }: Pick<App, 'db' | 'now'>): Promise<number> =>
  forgetExpiredInvitations(db, retentionCutoff('invitations', now()))
