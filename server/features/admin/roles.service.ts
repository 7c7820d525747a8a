// Gives or takes the role of moderator or admin: one admin asks for it, and another one confirms.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/admin/members.ts'
import type * as mine from '#contract/privacy/ownData.ts'
import {
  admitAccounts,
  endWeakProofs,
  mayMoveBack,
  proofRefusal,
} from '#server/features/accounts/accounts.ts'
import { audit, type AuditAction } from '#server/platform/limits/audit.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import {
  isLastAdmin,
  listAdmins,
  lockAdmins,
  requireRole,
} from '#server/platform/member-rules/staff.ts'
import { findLine } from './members.queries.ts'
import { memberView } from './members.service.ts'
import { confirmationRefusal, dropRefusal, toChange, type WaitingChange } from './roles.policy.ts'
import {
  deleteChange,
  deleteExpired,
  deleteRole,
  deleteRoles,
  hasRole,
  insertChange,
  insertRole,
  isConfirmed,
  isStaying,
  listChanges,
  lockChange,
  noteConfirmation,
  takeChanges,
} from './roles.queries.ts'

type Acting = App & { viewer: Viewer }

/** Null: somebody at the club's own machine. */
type Deciding = { at: Date; by: string | null }

const auditChange = (
  tx: Sql,
  { at, by }: Deciding,
  action: AuditAction,
  { id, userId, role, isGrant, requestedById }: WaitingChange,
) =>
  audit(tx, {
    at,
    actorId: by,
    action,
    subjectId: userId,
    details: { role, isGrant, change: id, requestedBy: requestedById },
  })

/**
 * Who holds the mailbox is who was meant, and nobody takes the account back to the one before; where a club is
 * tried on its own machine nobody confirms anything.
 */
async function isProved({ config, now }: Acting, tx: Sql, userId: string): Promise<boolean> {
  if (await mayMoveBack(tx, userId, now())) return false
  return (config.isLocal && config.emailConfirmation === 'off') || isConfirmed(tx, userId)
}

export const requestRoleChange: Handler<typeof contract.requestRoleChange> = async (
  ctx,
  { params: { memberId }, body: { role, isGrant } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  const { userId } = ctx.viewer
  return ctx.db.transaction(async (tx) => {
    // so that nobody is kept out before this is over, which would end what waits; in the order in which they are
    await holdAccount(tx, memberId)
    const admins = await lockAdmins(tx, at)
    if (!admins.includes(userId)) return ctx.refuse(codes.forbidden)
    const member = (await findLine(tx, memberView(ctx), memberId)) ?? ctx.refuse(codes.notFound)
    if ((await hasRole(tx, member.id, role)) === isGrant)
      return ctx.refuse(isGrant ? codes.conflict : codes.notFound)
    if (isGrant && !(await isStaying(tx, member.id))) return ctx.refuse(codes.notFound)
    // the page offers it to nobody of them
    if (isGrant && member.standing === 'suspended') return ctx.refuse(codes.forbidden)
    if (isGrant && !(await isProved(ctx, tx, member.id))) return ctx.refuse('member_unconfirmed')
    if (!isGrant && role === 'admin' && isLastAdmin(admins, member.id))
      return ctx.refuse('last_admin')
    if (admins.every((id) => id === userId || id === member.id))
      return ctx.refuse('no_second_admin')
    await deleteExpired(tx, at)
    const id = randomUUID()
    const expiresAt = new Date(at.getTime() + limits.roleChangeDays * DAY_MS)
    const change = { id, userId: member.id, role, isGrant, requestedBy: userId, at, expiresAt }
    if (!(await insertChange(tx, change))) return ctx.refuse(codes.conflict)
    const [listed] = await listChanges(tx, at, { id })
    await auditChange(tx, { at, by: userId }, 'role_change_requested', listed!)
    return toChange(listed!, ctx.viewer)
  })
}

export const listRoleChanges: Handler<typeof contract.listRoleChanges> = async (ctx) => ({
  changes: (await listChanges(ctx.db, ctx.now())).map((change) => toChange(change, ctx.viewer)),
})

/** The role, its trace and the mail to whose it is, or nothing of it. */
export const confirmRoleChange: Handler<typeof contract.confirmRoleChange> = async (
  ctx,
  { params: { changeId } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const [requested] = await listChanges(tx, at, { id: changeId })
    if (!requested) return ctx.refuse(codes.notFound)
    // in the order in which somebody is kept out, which ends what waits about their roles
    await holdAccount(tx, requested.userId)
    const admins = await lockAdmins(tx, at)
    await lockChange(tx, changeId)
    const [change] = await listChanges(tx, at, { id: changeId })
    if (!change) return ctx.refuse(codes.notFound)
    ctx.refuseIf(confirmationRefusal(ctx.viewer, change))
    const { userId, role, isGrant } = change
    if (isGrant && !(await isStaying(tx, userId))) return ctx.refuse(codes.notFound)
    // they may have moved to another mailbox while this waited
    if (isGrant && !(await isProved(ctx, tx, userId))) return ctx.refuse('member_unconfirmed')
    // either of the two may have lost their own role while this waited
    if (!admins.includes(ctx.viewer.userId)) return ctx.refuse(codes.forbidden)
    if (!admins.includes(change.requestedById)) return ctx.refuse(codes.notFound)
    await noteConfirmation(tx, changeId, ctx.viewer.userId)
    if (isGrant) {
      await endWeakProofs(tx, userId)
      await insertRole(tx, userId, role)
      // staff do not wait to be admitted
      await admitAccounts(tx, [userId], at)
    } else await deleteRole(tx, userId, role)
    await deleteChange(tx, changeId)
    const by = { at, by: ctx.viewer.userId }
    const over = isGrant || role !== 'admin' ? [] : await takeChanges(tx, { requestedBy: userId })
    await auditChange(tx, by, isGrant ? 'role_granted' : 'role_revoked', change)
    await noteDropped(tx, by, over)
    return ctx.jobs.send(tx, 'mail_role_changed', { userId, role, isGrant })
  })
  return { done: true }
}

export const dropRoleChange: Handler<typeof contract.dropRoleChange> = async (
  ctx,
  { params: { changeId } },
) => {
  await ctx.db.transaction(async (tx) => {
    await lockChange(tx, changeId)
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    const [change] = await listChanges(tx, ctx.now(), { id: changeId })
    if (!change) return ctx.refuse(codes.notFound)
    ctx.refuseIf(dropRefusal(ctx.viewer, change))
    await deleteChange(tx, changeId)
    const by = { at: ctx.now(), by: ctx.viewer.userId }
    return auditChange(tx, by, 'role_change_dropped', change)
  })
  return { done: true }
}

/** A trace of each of those that `takeChanges` ended. */
export async function noteDropped(
  tx: Sql,
  by: Deciding,
  changes: readonly WaitingChange[],
): Promise<void> {
  for (const change of changes) await auditChange(tx, by, 'role_change_dropped', change)
}

/** Nobody who is kept out works for the club; what waits about their roles, or was asked for by them, is over, too. */
export async function endRoles(
  tx: Sql,
  app: App,
  { userId, by }: { userId: string; by: string | null },
): Promise<void> {
  const at = app.now()
  const roles = await deleteRoles(tx, userId)
  const over = [
    ...(await takeChanges(tx, { userId })),
    ...(await takeChanges(tx, { requestedBy: userId })),
  ]
  for (const role of roles) {
    await app.jobs.send(tx, 'mail_role_changed', { userId, role, isGrant: false })
    const entry = { actorId: by, subjectId: userId, details: { role, isGrant: false } }
    await audit(tx, { at, action: 'role_revoked', ...entry })
  }
  await noteDropped(tx, { at, by }, over)
}

/** Changes nobody confirmed within their days are over. */
export async function forgetRoleChanges({ db, now }: App): Promise<void> {
  await deleteExpired(db, now())
}

export const foreseeDeletion: Handler<typeof mine.foreseeDeletion> = async (ctx) => ({
  isLastAdmin: isLastAdmin(await listAdmins(ctx.db, ctx.now()), ctx.viewer.userId),
})
