// What an admin does with invitations: issue one of the club's, revoke any, and see a member's branch.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { mailedCode } from '#server/platform/mail/mail.secrets.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { inviteHash, inviteUrl } from './invitations.codes.ts'
import { addDays } from './invitations.policy.ts'
import { findMade, insertInvitation, revoke } from './invitations.queries.ts'
import { listAll, listBranch, replaceCode } from './issuing.queries.ts'
import { draftInvitation } from './invitations.draft.ts'

export const listIssued: Handler<typeof contract.listIssued> = async (ctx, { query }) => {
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: ctx.viewer.userId, action: 'door_viewed' })
  const page = { after: query.after, limit: limits.doorLinesPerPage }
  const { lines, next } = await listAll(ctx.db, { ...page, now: at })
  return { invitations: lines, next }
}

export const issueInvitation: Handler<typeof contract.issueInvitation> = async (ctx, { body }) => {
  const at = ctx.now()
  const { draft, code, url } = await draftInvitation(ctx, body, null)
  const made = await ctx.db.transaction(async (tx) => {
    // a ban at the same moment ends what was issued before it, and nothing is issued after it
    await holdAccount(tx, ctx.viewer.userId)
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    const fresh = await insertInvitation(tx, draft, at)
    if (!fresh) return (await findMade(tx, draft, at)) ?? ctx.refuse(codes.conflict)
    const { id, email, maxUses } = fresh
    await audit(tx, {
      at,
      actorId: ctx.viewer.userId,
      action: 'invitation_issued',
      details: { invitation: id, uses: maxUses, days: body.days, isBound: email !== null },
    })
    return fresh
  })
  if (made.state !== 'open') return ctx.refuse(codes.notFound)
  return { invitation: { ...made, inviter: null }, code, url }
}

export const revokeIssued: Handler<typeof contract.revokeIssued> = async (ctx, { params }) => {
  const at = ctx.now()
  const id = params.invitationId.toLowerCase()
  await ctx.db.transaction(async (tx) => {
    const revoked = (await revoke(tx, { id }, at)) ?? ctx.refuse(codes.notFound)
    if (revoked.isRepeat) return
    const entry = { actorId: ctx.viewer.userId, action: 'invitation_revoked' } as const
    return audit(tx, { ...entry, at, details: { invitation: id } })
  })
  return { done: true }
}

export const getBranch: Handler<typeof contract.getBranch> = async (ctx, { params }) => {
  const at = ctx.now()
  const userId = params.userId.toLowerCase()
  const most = limits.branchMembers
  const members = await listBranch(ctx.db, { userId, limit: most + 1, now: at })
  if (members.length === 0) return ctx.refuse(codes.notFound)
  const entry = { actorId: ctx.viewer.userId, action: 'branch_viewed', subjectId: userId } as const
  await auditRepeated(ctx, { ...entry, at })
  return { members: members.slice(0, most), hasMore: members.length > most }
}

/** An invitation of the club's own, bound to an address, whose code a mail will carry; answers its id. */
export async function inviteAddress(
  { now }: Pick<App, 'now'>,
  tx: Sql,
  email: string,
): Promise<string> {
  const id = randomUUID()
  const expiresAt = addDays(now(), limits.inviteDays)
  const bound = { id, codeHash: null, email, inviterId: null, note: null, maxUses: 1, expiresAt }
  await insertInvitation(tx, bound, now())
  return id
}

/** A fresh code for an invitation that is still good, and where it leads; its former one ends. */
export async function freshCode(
  app: App,
  id: string,
): Promise<{ code: string; url: string } | null> {
  const { config, db, now } = app
  const code = await mailedCode(app, `invitation ${id}`)
  const expiresAt = addDays(now(), limits.inviteDays)
  const isReplaced = await replaceCode(db, { id, codeHash: await inviteHash(code), expiresAt })
  return isReplaced ? { code, url: inviteUrl(config.publicUrl, code) } : null
}
