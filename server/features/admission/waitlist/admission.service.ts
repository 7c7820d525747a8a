// What an admin decides at the door: who of the waitlist is let in or declined, and how the club is open.
import { randomUUID } from 'node:crypto'
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/admission/admission.ts'
import { domainForm, emailForm } from '#contract/email.ts'
import { limits } from '#contract/limits.ts'
import { cleanLine } from '#contract/words.ts'
import { admitAccounts, bannedAmong } from '#server/features/accounts/accounts.ts'
import { inviteAddress } from '#server/features/admission/invitations/issuing.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { readSettings, updateSettings } from '#server/features/settings/settings.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import {
  countLines,
  listEntriesInLine,
  listLines,
  insertWaits,
  lockPeople,
  medianDays,
  type WaitlistLine,
} from './waitlistLine.queries.ts'
import { admitEntry, declineEntry, forgetEntries } from './waitlist.queries.ts'

const counting = ({ config }: App) => ({ mustConfirm: needsConfirmation(config) })

export const getDoor: Handler<typeof contract.getDoor> = async (ctx) => {
  const [{ admission, invitationsPerMember }, { count }, days] = await Promise.all([
    readSettings(ctx.db, ctx.config),
    waitingLine(ctx),
    medianDays(ctx.db, ctx.now()),
  ])
  return { settings: { admission, invitationsPerMember }, waiting: count, medianDays: days }
}

/** How many wait, and since when the first of them. */
export const waitingLine = (app: App): Promise<{ count: number; oldest: string | null }> =>
  countLines(app.db, counting(app))

/** Closing the club sends nobody away, and opening it admits nobody who is absent: see `throughOpenDoor`. */
export const setDoor: Handler<typeof contract.setDoor> = async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    if (!(await updateSettings(tx, body))) return
    const entry = { actorId: ctx.viewer.userId, action: 'door_set' } as const
    const { admission, invitationsPerMember: stock } = body
    const details = {
      ...(admission && { admission }),
      ...(stock !== undefined && { invitationsPerMember: stock }),
    }
    await audit(tx, { ...entry, at: ctx.now(), details })
  })
  return { done: true }
}

export const listWaiting: Handler<typeof contract.listWaiting> = async (ctx, { query }) => {
  await auditRepeated(ctx, {
    at: ctx.now(),
    actorId: ctx.viewer.userId,
    action: 'door_viewed',
  })
  const search = cleanLine(query.search ?? '')
  const { lines, next } = await listLines(ctx.db, counting(ctx), {
    after: query.after,
    search,
    // as addresses are kept
    email: search.includes('@') ? emailForm(search) : (domainForm(search) ?? search),
    limit: limits.doorLinesPerPage,
  })
  const banned = await bannedAmong(
    ctx.db,
    ctx,
    lines.map(({ email }) => email),
  )
  const waiting = lines.map((line) => ({ ...line, wasBanned: banned.has(line.email) }))
  return { waiting, next }
}

/** All of them or nobody: who is let in, the mails, what others read of it, and the traces. */
export const admit: Handler<typeof contract.admit> = async (ctx, { body }) => {
  const at = ctx.now()
  const admitted = await ctx.db.transaction(async (tx) => {
    const lines = await listEntriesInLine(tx, counting(ctx), await lockPeople(tx, body.ids))
    const accounts = lines.filter(({ isAccount }) => isAccount)
    await admitAccounts(
      tx,
      accounts.map(({ id }) => id),
      at,
    )
    await forgetEntries(
      tx,
      accounts.map(({ email }) => email),
    )
    for (const line of lines) await notifyAdmitted(ctx, tx, line)
    await insertWaits(
      tx,
      lines.map(({ since }) => since),
      at,
    )
    // last, because everybody else's entries wait from here to the end
    for (const line of lines) await trace(ctx, tx, 'door_admitted', line)
    return lines.length
  })
  return { admitted }
}

async function notifyAdmitted(
  app: App,
  tx: Sql,
  { id, email, isAccount }: WaitlistLine,
): Promise<void> {
  if (isAccount) return app.jobs.send(tx, 'mail_account_news', { userId: id })
  await admitEntry(tx, { id, invitationId: await inviteAddress(app, tx, email) }, app.now())
  await app.jobs.send(tx, 'mail_waitlist', { email })
}

export const decline: Handler<typeof contract.decline> = async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    const [line] = await listEntriesInLine(tx, counting(ctx), await lockPeople(tx, [body.id]))
    if (!line) return ctx.refuse(codes.notFound)
    const { id, email, isAccount } = line
    const declined = { id: isAccount ? randomUUID() : id, email, reason: body.reason }
    await declineEntry(tx, declined, ctx.now())
    if (isAccount) await ctx.jobs.send(tx, 'mail_account_news', { userId: id })
    else await ctx.jobs.send(tx, 'mail_waitlist', { email })
    return trace(ctx, tx, 'door_declined', line)
  })
  return { done: true }
}

const trace = (
  ctx: App & { viewer: { userId: string } },
  tx: Sql,
  action: 'door_admitted' | 'door_declined',
  { id, isAccount }: WaitlistLine,
): Promise<void> =>
  audit(tx, {
    at: ctx.now(),
    actorId: ctx.viewer.userId,
    action,
    subjectId: id,
    details: { isAccount },
  })
