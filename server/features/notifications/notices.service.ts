// The bell: tells a member of something, takes it back when it is undone, lists it and settles what is read.
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/notifications/bell.ts'
import type * as bellItems from '#contract/notifications/bellItems.ts'
import { limits } from '#contract/limits.ts'
import type { App, Asking } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { removeInParts, retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import {
  countUnread,
  deleteOldNotices,
  deleteItems,
  insertItem,
  listLines,
  readLine,
  readOfMember,
  readPosts,
  markBellRead,
  readDecisions,
  type AnsweredNotice,
  type Hushed,
  type Rung,
  type SeenNotice,
} from './notices.queries.ts'
import { findReader } from './notices.readers.ts'

type Ringing = { userId: string; at: Date } & (
  | { kind: 'wave' | 'mutual_wave'; actorId: string; postId: string }
  | { kind: 'table_asked' | 'table_open'; actorId: string }
  /** `reference` is the number under which the member reads what was decided. */
  | { kind: 'decision'; reference: string }
)

/**
 * Tells a member of something, in the transaction in which it happens; the same thing once. Replies
 * and mentions ring by themselves, in the database.
 */
export const ring = (tx: Sql, ringing: Ringing): Promise<void> =>
  insertItem(tx, {
    id: randomUUID(),
    actorId: null,
    postId: null,
    reference: null,
    ...ringing,
  } satisfies Rung)

/** Takes back what rang because of something that is undone. */
export const withdrawNotices = (tx: Sql, hushed: Hushed): Promise<void> => deleteItems(tx, hushed)

/** Reading a room up to a post settles the notifications about it: no push or digest follows. */
export const settleSeen = (
  { db, now }: Pick<App, 'db' | 'now'>,
  seen: readonly SeenNotice[],
): Promise<void> => readPosts(db, seen, now())

/** Answering what somebody did settles the notifications of it, as reading at their table does that they sat down. */
export const settleAnswered = (tx: Sql, answered: AnsweredNotice, now: Date): Promise<void> =>
  readOfMember(tx, answered, now)

/** Reading decisions where they stand settles the notifications of them; what cannot be noted keeps nobody from reading. */
export async function settleDecisions(
  { db, isHead, log, now }: Pick<App, 'db' | 'log' | 'now'> & Pick<Asking, 'isHead'>,
  userId: string,
  references: readonly string[],
): Promise<void> {
  if (isHead || references.length === 0) return
  await readDecisions(db, userId, references, now()).catch((error: unknown) =>
    log.warn({ err: error }, 'decisions that were read stay unread in the bell'),
  )
}

/** How many lines of the bell somebody has not read. */
export async function countUnreadNotices({ db, now }: Pick<App, 'db' | 'now'>, userId: string) {
  const reader = await findReader(db, userId, now())
  return reader ? countUnread(db, reader) : 0
}

export const listBell: Handler<typeof bellItems.listBell> = async (ctx, { query }) => {
  const reader = await findReader(ctx.db, ctx.viewer.userId, ctx.now())
  if (!reader) return { items: [], next: null }
  const page = { after: query.before, limit: limits.bellItemsPerPage }
  const { lines, next } = await listLines(ctx.db, reader, page)
  return { items: lines, next }
}

export const countBell: Handler<typeof contract.countBell> = async (ctx) => ({
  unread: await countUnreadNotices(ctx, ctx.viewer.userId),
})

export const readBellItem: Handler<typeof bellItems.readBellItem> = async (ctx, { params }) => {
  await readLine(ctx.db, ctx.viewer.userId, params.itemId, ctx.now())
  return { unread: await countUnreadNotices(ctx, ctx.viewer.userId) }
}

export const readBell: Handler<typeof bellItems.readBell> = async (ctx, { body }) => {
  await markBellRead(ctx.db, ctx.viewer.userId, body.until, ctx.now())
  return { unread: await countUnreadNotices(ctx, ctx.viewer.userId) }
}

/** Nothing that rang is remembered for longer than its rule says. */
export const forgetBell = async ({ db, now }: App): Promise<Removed> => ({
  bellItems: await removeInParts((many) =>
    deleteOldNotices(db, retentionCutoff('bellItems', now()), many),
  ),
})
