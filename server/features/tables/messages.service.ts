// The messages of a table: read, written, changed and removed by the two who sit there, and stored sealed.
import { findBarred } from '#contract/content-rules/contactData.ts'
import { codes } from '#contract/errors.ts'
import { editDeadline, type Post } from '#contract/posts/posts.ts'
import type * as contract from '#contract/tables/messages.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import {
  paceRefusal,
  rejectBlockedWords,
  sameText,
} from '#server/features/content-rules/content-rules.ts'
import { roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import { pageSize, pageSpan } from '#server/features/posts/posts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import { publish, perApp } from '#server/platform/database/events.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { Batcher } from '#server/platform/database/batcher.ts'
import {
  countWritten,
  emptyMessage,
  findLatest,
  findMessage,
  lockOwnMessage,
  readMessageRange,
  readMessages,
  readUnstoredMessage,
  updateMessage,
  type MessageRow,
  insertMessages,
  type NewMessage,
} from './messages.queries.ts'
import { getOpener, sealText, type Sealed } from './tables.keys.ts'
import { rememberedStart, mayExchangeContacts, tableRefusal } from './tables.policy.ts'
import { findTableAccess, findTableKey, type TableAccess } from './tables.queries.ts'

export const asSealed = ({ id, epoch, wrapped }: TableAccess): Sealed => ({
  tableId: id,
  key: { epoch, wrapped },
})

/** Messages with their words, each as somebody reads it. */
async function openMessages(
  app: Pick<App, 'bus' | 'keys'>,
  table: Sealed,
  rows: readonly MessageRow[],
): Promise<Post[]> {
  if (rows.length === 0) return []
  const open = await getOpener(app, table)
  return rows.map(({ sealed, replyNumber, quoted, ...row }) => ({
    ...row,
    text: open(row.id, sealed),
    icebreakerId: null,
    mentions: [],
    reply:
      replyNumber === null
        ? null
        : {
            id: quoted?.id ?? null,
            number: replyNumber,
            author: quoted?.author ?? null,
            line: quoted
              ? (open(quoted.id, Buffer.from(quoted.sealed, 'base64')).split('\n', 1)[0] ?? null)
              : null,
            mentions: [],
          },
  }))
}

export const listTableMessages: Handler<typeof contract.listTableMessages> = async (
  ctx,
  { params, query },
) => {
  const { db, viewer } = ctx
  const table = await findTableAccess(db, params.tableId, viewer.userId, ctx.now())
  if (!table || table.openedAt === null) return ctx.refuse(codes.notFound)
  // what comes meanwhile is not of this page
  const latest = await findLatest(db, table.id)
  const since = table.isForgetting ? rememberedStart(ctx.now()) : null
  const of = { id: table.id, userId: viewer.userId, since, latest }
  const order = query.after === undefined ? 'newest' : 'next'
  const rows = await readMessages(db, of, query, order, pageSize(query))
  const posts = await openMessages(ctx, asSealed(table), rows)
  return { posts, latest, ...pageSpan(query, { posts, latest }) }
}

/** The messages of a table numbered above `after`, up to and including `upTo`, for both of the two. */
export async function readTableRange(
  app: Pick<App, 'bus' | 'db' | 'keys'>,
  tableId: string,
  after: number,
  upTo: number,
): Promise<Post[]> {
  const [rows, key] = await Promise.all([
    readMessageRange(app.db, tableId, after, upTo),
    // not from when somebody began to listen: it moves on with each month
    findTableKey(app.db, tableId),
  ])
  return key ? openMessages(app, { tableId, key }, rows) : []
}

type WritingCode = (typeof contract.tableWritingErrors)[number] | 'post_gone'
type Writing = App & Refusing<WritingCode> & { viewer: Viewer }

/** The table this member may write such a text at now; refuses what stands against it. */
async function findWritable(ctx: Writing, tableId: string, text: string): Promise<TableAccess> {
  const { db, viewer } = ctx
  const table = await findTableAccess(db, tableId, viewer.userId, ctx.now())
  if (!table) return ctx.refuse(codes.notFound)
  ctx.refuseIf(
    roomEntryRefusal(viewer, { accessLevel: 'free' }) ??
      termsRefusal(viewer) ??
      tableRefusal(table),
  )
  if (viewer.postingLimit) return ctx.refuse('posting_limited', viewer.postingLimit)
  await rejectBlockedWords(ctx, text)
  const found = findBarred(text)
  if (found && !mayExchangeContacts(await countWritten(db, table.id, viewer.userId)))
    return ctx.refuse('contact_too_soon', { found })
  return table
}

export const createTableMessage: Handler<typeof contract.createTableMessage> = async (
  ctx,
  { params, body },
) => {
  const { viewer } = ctx
  const { text, replyTo = null } = body
  const table = await findWritable(ctx, params.tableId, text)
  const id = body.id.toLowerCase()
  const message = {
    id,
    tableId: table.id,
    userId: viewer.userId,
    sessionId: viewer.sessionId,
    sealed: await sealText(ctx, asSealed(table), id, text),
    replyTo,
    createdAt: ctx.now().toISOString(),
    isNewcomer: viewer.isNewcomer,
    same: sameText(viewer.userId, text),
  }
  let row = (await getMessageBatcher(ctx).write(message)) ?? undefined
  if (!row) {
    const why = await readUnstoredMessage(ctx, ctx.db, message)
    const isOwn = why.taken?.tableId === table.id && why.taken.userId === viewer.userId
    if (why.taken && !isOwn) return ctx.refuse(codes.conflict)
    if (!why.taken) await refuseUnstored(ctx, params.tableId, why)
    row = await findMessage(ctx.db, id)
  }
  const [post] = row ? await openMessages(ctx, asSealed(table), [row]) : []
  return post ?? ctx.refuse('post_gone')
}

/** Why a message could not be stored a moment ago, in the order of precedence. */
async function refuseUnstored(
  ctx: Writing,
  tableId: string,
  why: Awaited<ReturnType<typeof readUnstoredMessage>>,
): Promise<never> {
  const { retryAfter } = why
  if (retryAfter !== null) return ctx.refuse('too_many_attempts', { retryAfter })
  const paced = paceRefusal(why)
  if (paced && paced.code !== 'slow_mode') {
    const { code, ...details } = paced
    return ctx.refuse(code, details)
  }
  if (!why.isSignedIn) return ctx.refuse('not_signed_in')
  if (!why.hasContentConsent) return ctx.refuse('consent_required')
  if (why.isHidden) return ctx.refuse('hidden_now')
  const table = await findTableAccess(ctx.db, tableId, ctx.viewer.userId, ctx.now())
  if (!table) return ctx.refuse(codes.notFound)
  ctx.refuseIf(tableRefusal(table))
  return why.isQuotable ? ctx.refuse('unavailable', { retryAfter: 1 }) : ctx.refuse('post_gone')
}

export const editTableMessage: Handler<typeof contract.editTableMessage> = async (
  ctx,
  { params, body },
) => {
  const { db, viewer } = ctx
  const { text } = body
  const table = await findWritable(ctx, params.tableId, text)
  await ctx.enforceLimits()
  const own = { tableId: table.id, id: params.messageId.toLowerCase(), userId: viewer.userId }
  const open = await getOpener(ctx, asSealed(table))
  await db.transaction(async (tx) => {
    const message = await lockOwnMessage(tx, own)
    if (!message) return ctx.refuse('post_gone')
    if (ctx.now().getTime() > editDeadline(message)) return ctx.refuse('edit_too_late')
    if (open(message.id, message.sealed) === text) return
    const sealed = await sealText(ctx, asSealed(table), message.id, text)
    await updateMessage(tx, message.id, sealed, ctx.now())
  })
  const row = await findMessage(db, own.id)
  const [post] = row ? await openMessages(ctx, asSealed(table), [row]) : []
  return post ?? ctx.refuse('post_gone')
}

export const deleteTableMessage: Handler<typeof contract.deleteTableMessage> = async (
  ctx,
  { params },
) => {
  const { userId } = ctx.viewer
  const table = await findTableAccess(ctx.db, params.tableId, userId, ctx.now())
  if (!table) return ctx.refuse(codes.notFound)
  await ctx.db.transaction(async (tx) => {
    const own = { tableId: table.id, id: params.messageId.toLowerCase(), userId }
    const message = await lockOwnMessage(tx, own)
    if (!message) return ctx.refuse('post_gone')
    await emptyMessage(tx, message.id)
    // a member who does not see the other gets no events of the table, so their other tabs learn of it this way
    if (!table.isOtherThere) await publish(tx, { kind: 'member_changed', userId })
  })
  return { done: true }
}

/** Stores messages, those that come together in one statement. */
const getMessageBatcher = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>) =>
    new Batcher({
      db: app.db,
      listening: () => app.bus.sql,
      insert: (on, messages: readonly NewMessage[]) => insertMessages(app, on, messages),
    }),
)
