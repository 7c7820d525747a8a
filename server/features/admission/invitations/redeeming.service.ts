import type * as contract from '#contract/admission/invitations.ts'
import { countAttempt, secondsToWait } from '#server/platform/limits/attempts.ts'
import type { App, Asking, Refusing, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { countInNets, netRetryAfter } from '#server/platform/limits/nets.ts'
import { countProbe, enforceProbes } from '#server/platform/http/signUpLimits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { inviteHash } from './invitations.codes.ts'
import { isCodeGood, putUse, takeUse, type CodeHolder } from './redeeming.queries.ts'

type Ctx = App & Asking & Refusing<'invalid_invite'> & { viewer: Viewer | null }

const hashes = new WeakMap<object, { code: string; hash: Promise<Buffer> }>()

/** Computed once a call, which may ask twice and the second time holds others up; it takes tens of milliseconds. */
function hashCode(ctx: object, code: string): Promise<Buffer> {
  const known = hashes.get(ctx)
  if (known?.code === code) return known.hash
  const hash = inviteHash(code)
  hashes.set(ctx, { code, hash })
  return hash
}

/**
 * Refuses when too many codes were wrong lately, whatever this one is: of the account, so that
 * nobody else's mistakes count, or else of the nets around the address.
 */
async function refuseGuessing(ctx: Ctx): Promise<void> {
  const { db, viewer } = ctx
  const retryAfter = viewer
    ? await secondsToWait(ctx, db, ['inviteCode'], viewer.userId)
    : await netRetryAfter(ctx, db, 'inviteCodePerAddress')
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
  if (!viewer) await enforceProbes(ctx)
}

/** The one answer to every code that lets nobody in, counted. */
async function refuseCode(ctx: Ctx): Promise<never> {
  const { db, viewer } = ctx
  if (!viewer) await countProbe(ctx)
  const retryAfter = viewer
    ? await countAttempt(ctx, db, 'inviteCode', viewer.userId)
    : await countInNets(ctx, db, 'inviteCodePerAddress')
  return retryAfter === null
    ? ctx.refuse('invalid_invite')
    : ctx.refuse('too_many_attempts', { retryAfter })
}

/** Whether a code would let this holder in now; nothing is spent, and nothing counted. */
export async function mayRedeem(ctx: Ctx, code: string, holder: CodeHolder): Promise<boolean> {
  await refuseGuessing(ctx)
  return isCodeGood(ctx.db, await hashCode(ctx, code), holder, ctx.now())
}

/** Refuses a code that would not let this holder in now; nothing is spent. */
export async function refuseBadCode(ctx: Ctx, code: string, holder: CodeHolder): Promise<void> {
  if (!(await mayRedeem(ctx, code, holder))) await refuseCode(ctx)
}

/** Spends one use of a code on an account, in the transaction that lets it in; false if it is not good. */
export async function spendCode(
  ctx: Pick<App, 'now'>,
  tx: Sql,
  code: string,
  { id, email }: { id: string; email: string },
): Promise<boolean> {
  const invitationId = await takeUse(tx, await hashCode(ctx, code), { email }, ctx.now())
  if (!invitationId) return false
  await putUse(tx, { userId: id, invitationId }, ctx.now())
  return true
}

export const checkInvite: Handler<typeof contract.checkInvite> = async (ctx, { body }) => {
  const { email = null, userId = null } = ctx.viewer ?? {}
  await refuseBadCode(ctx, body.code, { email, userId })
  return { done: true }
}
