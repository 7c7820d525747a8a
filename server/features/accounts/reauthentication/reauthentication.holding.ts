import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { proofRefusal } from './reauthentication.service.ts'

/**
 * Before what changes how somebody signs in: of two such acts the second finds what the first has
 * left, be it that its session is over, or that what it had proved counts no more.
 */
export async function requireRecentLogin(
  ctx: Pick<App, 'now'> & Refusing<'proof_needed'> & { viewer: Viewer },
  tx: Sql,
): Promise<void> {
  if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
  ctx.refuseIf(await proofRefusal({ db: tx, now: ctx.now }, ctx.viewer))
}
