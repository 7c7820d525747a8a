import { holdAccount, holdOwn } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/accounts/security.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { SESSION_COOKIE } from '#server/features/accounts/sessions/auth.identity.ts'
import { proofRefusal } from '#server/features/accounts/reauthentication/reauthentication.service.ts'
import { deleteWaiting } from './email.queries.ts'
import { deleteAllSessions, deleteOthers, deleteOwn, listOpen } from './sessions.list.queries.ts'
import { deleteTokens } from '#server/features/accounts/tokens.queries.ts'
import { parseUserAgent } from '#server/features/accounts/sessions/userAgent.policy.ts'

export const listSessions: Handler<typeof contract.listSessions> = async ({ db, viewer, now }) => {
  const open = await listOpen(db, viewer, now())
  return {
    sessions: open.map(({ userAgent, ...rest }) => ({ ...rest, ...parseUserAgent(userAgent) })),
  }
}

export const endSession: Handler<typeof contract.endSession> = async (ctx, { params }) => {
  const { userId, sessionId } = ctx.viewer
  const ended = await deleteOwn(ctx.db, { userId, sessionId: params.sessionId })
  if (ended === 0) return ctx.refuse(codes.notFound)
  if (params.sessionId === sessionId) ctx.cookies.clear(SESSION_COOKIE)
  return { done: true }
}

export const endOtherSessions: Handler<typeof contract.endOtherSessions> = async (ctx) => {
  const { viewer } = ctx
  const ended = await ctx.db.transaction(async (tx) => {
    // of two that end each other, the second is not there any more
    if (!(await holdOwn(tx, viewer))) return ctx.refuse('not_signed_in')
    await deleteTokens(tx, viewer.userId, ['recovery'])
    return deleteOthers(tx, viewer)
  })
  return { ended }
}

/** By an admin, who sees none of them: where somebody else is signed in is nobody's business. */
export const endMemberSessions: Handler<typeof contract.endMemberSessions> = async (
  ctx,
  { params: { userId } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const ended = await ctx.db.transaction(async (tx) => {
    if (!(await holdAccount(tx, userId))) return ctx.refuse(codes.notFound)
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    const links = await deleteTokens(tx, userId, ['recovery'])
    // what was begun in one of them does not take the account to another mailbox either
    const moves = await deleteWaiting(tx, userId)
    const count = await deleteAllSessions(tx, userId)
    // asked for again, it is so already
    if (links + moves + count === 0) return 0
    await audit(tx, {
      at: ctx.now(),
      actorId: ctx.viewer.userId,
      action: 'sessions_ended',
      subjectId: userId,
      details: { ended: count },
    })
    await ctx.jobs.send(tx, 'mail_signed_out', { userId })
    return count
  })
  return { ended }
}
