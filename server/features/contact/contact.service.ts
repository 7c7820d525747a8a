// Takes in messages and notices from anybody, and lets an admin list and answer the messages.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/contact.ts'
import { limits } from '#contract/limits.ts'
import type { NetRateName } from '#contract/nets.ts'
import { receiveNotice, trustNotice } from '#server/features/moderation/moderation.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App, Context } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { enforceNetLimit } from '#server/platform/limits/nets.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import {
  countOpen,
  deleteMessages,
  insertMessage,
  listLines,
  messageExists,
  noteAnswer,
  findSentMessage,
} from './contact.queries.ts'
import { deleteNotices, insertNotice, findSentNotice, takeNoticeLink } from './notices.queries.ts'

export const sendMessage: Handler<typeof contract.sendMessage> = async (ctx, { body }) => {
  const { name = null, language = null, ...rest } = body
  const at = ctx.now()
  const message = (reference: string) => ({ ...rest, name, language, reference })
  return receive(ctx, {
    letter: 'K',
    insert: (on, reference) => insertMessage(on, message(reference), at),
    sent: (on, reference) => findSentMessage(on, message(reference)),
    spend: { perAddress: 'contactPerAddress', perEmail: 'contact', email: rest.email },
    arrived: (on) => ctx.jobs.send(on, 'mail_message_received', { messageId: rest.id }),
  })
}

export const sendNotice: Handler<typeof contract.sendNotice> = async (ctx, { body }) => {
  const { name = null, email = null, language = null, isGoodFaith: _, ...rest } = body
  const at = ctx.now()
  const notice = (reference: string) => ({ ...rest, name, email, language, reference })
  const receipt = await receive(ctx, {
    letter: 'M',
    insert: (on, reference) => insertNotice(on, notice(reference), at),
    sent: (on, reference) => findSentNotice(on, notice(reference)),
    spend: { perAddress: 'noticePerAddress', perEmail: 'notice', email },
    arrived: async (on, reference) => {
      if (email) await ctx.jobs.send(on, 'mail_notice_received', { noticeId: rest.id })
      const { id, kind } = rest
      await receiveNotice(ctx, on, { id, kind, reference })
    },
  })
  ctx.log.warn({ reference: receipt.reference, kind: rest.kind }, 'a notice waits')
  return receipt
}

export const listMessages: Handler<typeof contract.listMessages> = async (ctx, { query }) => {
  const isOpen = query.filter !== 'all'
  const at = ctx.now()
  await auditRepeated(ctx, { at, actorId: ctx.viewer.userId, action: 'contact_list_viewed' })
  const [{ lines, next }, open] = await Promise.all([
    listLines(ctx.db, { isOpen, after: query.after, limit: limits.doorLinesPerPage }),
    countOpen(ctx.db),
  ])
  return { messages: lines, next, open }
}

/** All of it or nothing: the answer, its mail and its trace. */
export const answerMessage: Handler<typeof contract.answerMessage> = async (
  ctx,
  { params: { messageId }, body: { text } },
) => {
  const at = ctx.now()
  const actorId = ctx.viewer.userId
  await ctx.db.transaction(async (tx) => {
    const reference = await noteAnswer(tx, messageId, { text, by: actorId, at })
    if (reference === null)
      return ctx.refuse((await messageExists(tx, messageId)) ? 'already_decided' : codes.notFound)
    await ctx.jobs.send(tx, 'mail_message_answered', { messageId })
    const details = { message: messageId, reference }
    await audit(tx, { at, actorId, action: 'message_answered', details })
  })
  return { done: true }
}

/** Messages and notices are kept no longer than their rules say. */
export async function forgetMessages({ db, now }: App): Promise<Removed> {
  return {
    messages: await deleteMessages(db, retentionCutoff('messages', now())),
    notices: await deleteNotices(db, retentionCutoff('notices', now())),
  }
}

type Post = {
  /** What the receipt's reference begins with. */
  letter: string
  /** Answers false when the id or the reference is taken. */
  insert(on: Sql, reference: string): Promise<boolean>
  sent(on: Sql, reference: string): Promise<{ reference: string; isSame: boolean } | undefined>
  /** Who is counted how. */
  spend: { perAddress: NetRateName; perEmail: 'contact' | 'notice'; email: string | null }
  /** What belongs to its arrival. */
  arrived(on: Sql, reference: string): Promise<void>
}

/**
 * Takes something in once: a repeat gets the first receipt and costs nothing, other words under the
 * same id are refused. Rates, row and mail are one transaction.
 */
async function receive(ctx: Context<'visitor'>, post: Post): Promise<{ reference: string }> {
  return allocateReference(post.letter, ctx.now(), async (reference) => {
    const isNew = await ctx.db.transaction(async (tx) => {
      if (!(await post.insert(tx, reference))) return false
      const { perAddress, perEmail, email } = post.spend
      // a member is counted alone, no matter who else shares the network address
      if (ctx.viewer) await enforceRateLimit(ctx, perEmail, ctx.viewer.userId, tx)
      else await enforceNetLimit(ctx, perAddress, tx)
      if (email !== null) await enforceRateLimit(ctx, perEmail, normalizeMailbox(email), tx)
      await post.arrived(tx, reference)
      return true
    })
    if (isNew) return { reference }
    const sent = await post.sent(ctx.db, reference)
    if (sent?.isSame) return { reference: sent.reference }
    if (sent) return ctx.refuse('invalid_input', { errors: [{ path: 'id', message: 'invalid' }] })
    return null
  })
}

/** The link proves that its holder reads the mails of that address; an unconfirmed notice counts like any other. */
export const confirmNotice: Handler<typeof contract.confirmNotice> = async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    const taken = await takeNoticeLink(tx, secretHash(body.token), ctx.now())
    if (!taken) return ctx.refuse('invalid_link')
    await trustNotice(tx, { noticeId: taken.id, email: taken.email })
  })
  return { done: true }
}
