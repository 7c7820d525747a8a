// Joins, confirms and leaves the waitlist; to join costs the same work for every address.
import { randomUUID } from 'node:crypto'
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/admission/waitlist.ts'
import { deleteUnused as takeInvitationBack } from '#server/features/admission/invitations/issuing.queries.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { readSettings } from '#server/features/settings/settings.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import { sql } from '#server/platform/database/database.ts'
import { addressRange } from '#server/platform/limits/nets.ts'
import { countLearnt, isBudgeted, enforceNets } from '#server/platform/http/signUpLimits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { forgetRefused } from '#server/platform/mail/mail.refusals.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { isKnown, mayAskToJoin, WAITLIST_WORDS } from './admission.policy.ts'
import { followToken, useUp } from './tokens.queries.ts'
import { confirmEntry, findEntry, noteRequest, removeEntry } from './waitlist.queries.ts'
import { medianDays } from './waitlistLine.queries.ts'

type Ctx = Context<'visitor', 'invalid_link'>
type Outcome = null | { code: '23505' } | { code: 'too_many_attempts'; retryAfter: number }

export const getWaitlist: Handler<typeof contract.getWaitlist> = async ({ db, now }) => ({
  medianDays: await medianDays(db, now()),
})

/** The same work for every address: a job finds out what to mail to it. */
export const joinWaitlist: Handler<typeof contract.joinWaitlist> = async (ctx, { body }) => {
  const { config } = ctx
  const { email } = body

  const outcome = await ctx.db.transaction(async (tx): Promise<Outcome> => {
    const settings = await readSettings(tx, config)
    if (isBudgeted(ctx, settings)) await enforceNets(ctx, tx, ['revealing'])
    // from here on, those who ask with this mailbox wait for each other
    await enforceRateLimit(ctx, 'waitlist', normalizeMailbox(email), tx)
    const entry = await findEntry(tx, email, { mustConfirm: needsConfirmation(config) })
    const isAsking = mayAskToJoin(entry, ctx.now())
    const id = randomUUID()
    const request = {
      id,
      email: isAsking ? email : `${id}@invalid`,
      language: body.language ?? null,
      wordsVersion: WAITLIST_WORDS,
      from: await whence(ctx, email),
    }
    // written under a name of no meaning and taken back for those who are in line already
    await tx.run(sql`savepoint asking`)
    await noteRequest(tx, request, ctx.now())
    await tx.run(isAsking ? sql`release savepoint asking` : sql`rollback to savepoint asking`)
    await ctx.jobs.send(tx, 'mail_waitlist', { email, isAsked: true })

    if (!isKnown(entry) || settings.isDiscreet) return null
    const retryAfter = isBudgeted(ctx, settings) ? await countLearnt(ctx, tx, 'revealing') : null
    return retryAfter === null
      ? { code: codes.conflict }
      : { code: 'too_many_attempts', retryAfter }
  })
  if (!outcome) return { done: true }
  const { code, ...details } = outcome
  return ctx.refuse(code, details)
}

/** A mark of where a request came from, which only the holder of the club's key can compare later. */
const whence = (
  ctx: Pick<Ctx, 'strongbox'> & Parameters<typeof addressRange>[0],
  email: string,
): Promise<Buffer> =>
  ctx.strongbox.mark('origins of waitlist entries', `${email} ${addressRange(ctx)}`)

export const confirmWaitlist: Handler<typeof contract.confirmWaitlist> = async (ctx, { body }) => {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const token = await followToken(tx, 'confirm', secretHash(body.token), now)
    if (!token?.entryId || !token.email) return ctx.refuse('invalid_link')
    if (token.isUsed) return
    await forgetRefused(tx, [token.email])
    await confirmEntry(tx, token.entryId, await whence(ctx, token.email), now)
    await useUp(tx, token.entryId, 'confirm', now)
  })
  return { done: true }
}

export const leaveWaitlist: Handler<typeof contract.leaveWaitlist> = (ctx, { body }) =>
  leave(ctx, body.token)

export const unsubscribe: Handler<typeof contract.unsubscribe> = (ctx, { query }) =>
  leave(ctx, query.token)

async function leave(ctx: Ctx, token: string): Promise<{ done: true }> {
  await ctx.db.transaction(async (tx) => {
    const link = await followToken(tx, 'leave', secretHash(token), ctx.now())
    if (!link) return ctx.refuse('invalid_link')
    if (!link.entryId) return
    await removeEntry(tx, link.entryId)
    if (link.invitationId) await takeInvitationBack(tx, link.invitationId)
  })
  return { done: true }
}
