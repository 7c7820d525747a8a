// Sits down at a table with somebody once both have waved, leaves it, and lets what was said be forgotten.
import { randomUUID } from 'node:crypto'
import { excerpt } from '#contract/excerpt.ts'
import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Table } from '#contract/tables/tables.ts'
import type * as contract from '#contract/tables/tables.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import {
  withdrawNotices,
  ring,
  settleAnswered,
} from '#server/features/notifications/notifications.ts'
import { haveBothWaved, lockPair } from '#server/features/posts/posts.ts'
import { roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import type { App, Context } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { perApp, publish } from '#server/platform/database/events.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { putNewest } from '#server/platform/lists/newest.ts'
import { maySeeOther } from '#server/platform/member-rules/visibility.ts'
import { holdMonths } from '#server/platform/vault/keptKeys.ts'
import { newTableKey, getOpener } from './tables.keys.ts'
import { keptEnd, sittingRefusal } from './tables.policy.ts'
import {
  areDeclined,
  clearSeat,
  countSeats,
  deleteRefusal,
  deleteTable,
  findStanding,
  findTableAccess,
  insertRefusal,
  insertSeat,
  insertTable,
  isHidden,
  isRefused,
  endOwnTable,
  lockSitter,
  openTable,
  raiseTableMark,
  readTables,
  updateForgetting,
  type TableRow,
  type Two,
} from './tables.queries.ts'

type Reading = Pick<App, 'bus' | 'db' | 'keys' | 'now'> & { viewer: { userId: string } }

/** A table as its viewer sees it. */
async function presentTable(app: Reading, row: TableRow): Promise<Table> {
  const { id, openedAt, endedAt, createdAt, hasSat, last, latest, readNumber, unread } = row
  const open = last && (await getOpener(app, { tableId: id, key: row }))
  const text = last && open ? open(last.id, Buffer.from(last.sealed, 'base64')) : ''
  const [mine, theirs] = [row.isForgettingMine, row.isForgettingTheirs]
  return {
    id,
    state: endedAt ? 'ended' : openedAt ? 'open' : hasSat ? 'waiting' : 'asked',
    other: row.other,
    since: openedAt ?? createdAt,
    endedAt,
    goneAt: endedAt && keptEnd(endedAt).toISOString(),
    last: last && {
      isOwn: last.isOwn,
      text: excerpt(text.split('\n', 1)[0] ?? '', limits.excerpt),
      at: new Date(last.at).toISOString(),
    },
    latest,
    readNumber,
    unread,
    isMyTurn: endedAt === null && last !== null && !last.isOwn,
    forgetting: mine ? (theirs ? 'on' : 'wanted') : theirs ? 'asked' : 'off',
  }
}

async function readOwn(app: Reading, tableId: string | null = null): Promise<Table[]> {
  const options = { tableId, unreadCounted: limits.unreadCounted }
  const rows = await readTables(app.db, app.viewer.userId, app.now(), options)
  return Promise.all(rows.map((row) => presentTable(app, row)))
}

async function findOwn(
  ctx: Context<'member', typeof codes.notFound>,
  tableId: string,
): Promise<Table> {
  const [table] = await readOwn(ctx, tableId)
  return table ?? ctx.refuse(codes.notFound)
}

export const listTables: Handler<typeof contract.listTables> = async (ctx) => ({
  tables: await readOwn(ctx),
})

export const getTable: Handler<typeof contract.getTable> = (ctx, { params }) =>
  findOwn(ctx, params.tableId)

export const sitDown: Handler<typeof contract.sitDown> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const { userId } = viewer
  const two = { userId, otherId: params.memberId.toLowerCase() }
  ctx.refuseIf(roomEntryRefusal(viewer, { accessLevel: 'free' }) ?? termsRefusal(viewer))
  if (await isHidden(ctx.db, userId)) return ctx.refuse('hidden_now')
  if (!(await maySeeOther(ctx.db, two.userId, two.otherId))) return ctx.refuse(codes.notFound)
  await ctx.enforceLimits()
  await ctx.keys.prepare(ctx.now())

  const tableId = await ctx.db.transaction(async (tx) => {
    const at = ctx.now()
    const pair = { userId, authorId: two.otherId }
    await lockPair(tx, pair)
    await holdMonths(tx)
    // a member who was blocked meanwhile does not sit down after it
    if (!(await maySeeOther(tx, two.userId, two.otherId))) return ctx.refuse(codes.notFound)
    const standing = await findFreshStanding(tx, two, at)
    if (standing?.hasSat) return standing.id
    if (!(await haveBothWaved(tx, pair))) return ctx.refuse('not_mutual')
    await lockSitter(tx, userId)
    if (body.instead) await endOwnTable(tx, body.instead, userId, at)
    ctx.refuseIf(sittingRefusal(await countSeats(tx, userId, at)))
    // a member who was declined may wait, and nobody sits down beside them
    const isDeclined = await areDeclined(tx, two)
    const isOpening = standing !== undefined && !isDeclined
    const id = standing?.id ?? randomUUID()
    if (!standing) await insertTable(tx, { id, ...two, at, ...(await newTableKey(ctx)) })
    await insertSeat(tx, id, userId, at)
    if (isOpening) await openTable(tx, id, at)
    await deleteRefusal(tx, two)
    await settleAnswered(tx, { userId, actorId: two.otherId, kinds: ['wave', 'mutual_wave'] }, at)
    if (!isDeclined && !(await isRefused(tx, two, at))) await notify(tx, two, isOpening, at)
    return id
  })
  return findOwn(ctx, tableId)
}

/** Notifies the other that somebody waits, or that the table is open; the earlier notification goes. */
async function notify(tx: Sql, { userId, otherId }: Two, isOpen: boolean, at: Date): Promise<void> {
  if (isOpen) await withdrawNotices(tx, { userId, actorId: otherId, kinds: ['table_asked'] })
  const kind = isOpen ? 'table_open' : 'table_asked'
  await ring(tx, { kind, userId: otherId, actorId: userId, at })
}

/** The table of two that stands; one at which somebody waited too long does not. */
async function findFreshStanding(tx: Sql, two: Two, now: Date) {
  const standing = await findStanding(tx, two, now)
  if (!standing?.isExpired) return standing
  await deleteTable(tx, standing.id)
  return undefined
}

export const leaveTable: Handler<typeof contract.leaveTable> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const at = ctx.now()
  // nothing of what is said there has to be opened for it
  const options = { tableId: params.tableId, unreadCounted: 0 }
  const [table] = await readTables(ctx.db, userId, at, options)
  if (!table) return ctx.refuse(codes.notFound)
  const { id, openedAt, hasSat, other } = table
  await ctx.db.transaction((tx) =>
    openedAt === null && !hasSat && other
      ? refuseTable(tx, { userId, otherId: other.id }, at)
      : endOwnTable(tx, id, userId, at),
  )
  return { done: true }
}

/** The member who waits notices nothing; the one who declines no longer sees the request. */
async function refuseTable(tx: Sql, two: Two, at: Date): Promise<void> {
  await insertRefusal(tx, two, at)
  await withdrawNotices(tx, { userId: two.userId, actorId: two.otherId, kinds: ['table_asked'] })
}

export const clearTable: Handler<typeof contract.clearTable> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const table = await findTableAccess(ctx.db, params.tableId, userId, ctx.now())
  if (!table) return ctx.refuse(codes.notFound)
  if (table.endedAt === null) return ctx.refuse('table_open')
  await ctx.db.transaction((tx) => clearSeat(tx, table.id, userId, ctx.now()))
  return { done: true }
}

export const setForgetting: Handler<typeof contract.setForgetting> = async (
  ctx,
  { params, body },
) => {
  const { userId } = ctx.viewer
  const table = await findTableAccess(ctx.db, params.tableId, userId, ctx.now())
  if (!table || table.openedAt === null) return ctx.refuse(codes.notFound)
  if (table.endedAt !== null) return ctx.refuse('table_ended')
  // the other would read of somebody who is not there that they are
  if (await isHidden(ctx.db, userId)) return ctx.refuse('hidden_now')
  await updateForgetting(ctx.db, table.id, userId, body.isWanted ? ctx.now() : null)
  return findOwn(ctx, table.id)
}

export const markTableRead: Handler<typeof contract.markTableRead> = async (
  ctx,
  { params, body },
) => {
  const { userId } = ctx.viewer
  const table = await findTableAccess(ctx.db, params.tableId, userId, ctx.now())
  if (!table) return ctx.refuse(codes.notFound)
  const raised = await raiseTableMark(ctx.db, table.id, userId, body.number)
  if (raised) {
    const { number, otherId } = raised
    await publish(ctx.db, { kind: 'table_read', userId, tableId: table.id, number })
    await settleAnswered(ctx.db, { userId, actorId: otherId, kinds: ['table_open'] }, ctx.now())
  }
  return { done: true }
}

/** No more often than the other has use for: whoever calls faster would fill their stream. */
const WRITING = { everyMs: 1_000, most: 10_000 }
/** When somebody was last said to write at a table, by both. */
const toldWriting = perApp(() => new Map<string, number>())

export const tellTableWriting: Handler<typeof contract.tellTableWriting> = async (
  ctx,
  { params },
) => {
  const { userId } = ctx.viewer
  const table = await findTableAccess(ctx.db, params.tableId, userId, ctx.now())
  if (!table || table.openedAt === null) return ctx.refuse(codes.notFound)
  if (table.endedAt !== null || !table.isOtherThere || !table.isThere) return { done: true }
  if (!table.isWritingShown) return { done: true }
  const told = toldWriting(ctx)
  const [key, now] = [`${table.id} ${userId}`, performance.now()]
  if (now - (told.get(key) ?? -Infinity) < WRITING.everyMs) return { done: true }
  putNewest(told, [key, now], WRITING)
  await ctx.bus.publish({ kind: 'table_writing', tableId: table.id, userId })
  return { done: true }
}
