// Takes in messages and notices from anybody, and lets an admin list and answer the messages.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/contact.ts'
import { limits } from '#contract/limits.ts'
import { receiveNotice } from '#server/features/moderation/moderation.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import {
  countOpen,
  deleteMessages,
  insertMessage,
  listLines,
  messageExists,
  noteAnswer,
  findSentMessage,
} from './contact.queries.ts'
import { deleteNotices, insertNotice, findSentNotice } from './notices.queries.ts'
import { receive } from './receiving.ts'

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
