import { proofRefusal } from '#server/features/accounts/accounts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  listAdmins,
  listRoles,
  lockAdmins,
  requireRole,
} from '#server/platform/member-rules/staff.ts'
import { keepOutRefusal } from './keepingOut.policy.ts'
import type { StatementRow } from './statements.queries.ts'

type Deciding = App & { viewer: Viewer }
type Refusal = NonNullable<ReturnType<typeof keepOutRefusal>>

declare const given: unique symbol
/** That a member may be suspended or banned in this transaction: only `requireLeaveToKeepOut` gives it, and `impose` asks for it. */
export type KeepOutLeave = { readonly [given]: true }

/** Why the viewer may neither suspend nor ban somebody, whatever they prove, or null. */
export async function keepingOutRefusal(
  { db, now, viewer }: Deciding,
  userId: string,
): Promise<Refusal | null> {
  const [roles, admins] = await Promise.all([listRoles(db, userId), listAdmins(db, now())])
  return keepOutRefusal({ userId, roles }, { by: viewer.userId, admins })
}

/**
 * For what holds only until a person has decided, and may begin without one: never of the staff, so that
 * no report dismisses anybody. Null says no.
 */
export async function leaveUntilDecided(tx: Sql, userId: string): Promise<KeepOutLeave | null> {
  const roles = await listRoles(tx, userId)
  return roles.length > 0 ? null : ({} as KeepOutLeave)
}

/**
 * Refuses a viewer who has not just re-authenticated, and any single admin acting against staff. The admins
 * stay admins until the transaction ends, so that nobody is given a role meanwhile.
 */
export async function requireLeaveToKeepOut(
  tx: Sql,
  ctx: Deciding & Refusing<'proof_needed' | Refusal>,
  userId: string,
): Promise<KeepOutLeave> {
  ctx.refuseIf(await proofRefusal({ db: tx, now: ctx.now }, ctx.viewer))
  const admins = await lockAdmins(tx, ctx.now())
  // what was waited for here may be the end of their own role
  await requireRole(tx, ctx.viewer)
  const roles = await listRoles(tx, userId)
  ctx.refuseIf(keepOutRefusal({ userId, roles }, { by: ctx.viewer.userId, admins }))
  return {} as KeepOutLeave
}

/** Who was kept out comes back early as they went: by somebody who has just re-authenticated. */
export async function requireReturnProof(
  tx: Sql,
  ctx: Pick<Deciding, 'now' | 'viewer'> & Refusing<'proof_needed'>,
  { kind }: Pick<StatementRow, 'kind'>,
): Promise<void> {
  if (kind === 'suspension' || kind === 'ban')
    ctx.refuseIf(await proofRefusal({ db: tx, now: ctx.now }, ctx.viewer))
}
