// What an admin does with rooms: create, change, open, close and order them, each noted in the audit log.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/rooms/roomAdmin.ts'
import { AccessLevel } from '#contract/rooms/rooms.ts'
import { audit, type AuditAction } from '#server/platform/limits/audit.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { restOpened } from './dormancy.queries.ts'
import {
  findLine,
  insertRoom,
  listLines,
  lockOrder,
  updateOrder,
  updateRoom,
  updateState,
} from './roomAdmin.queries.ts'

type Row = Awaited<ReturnType<typeof listLines>>[number]

const toLine = (row: Row): contract.RoomLine => ({
  ...row,
  accessLevel: AccessLevel.safeParse(row.accessLevel).data ?? 'unknown',
})
const allRooms = async (on: Sql) => ({ rooms: (await listLines(on)).map(toLine) })
async function readLine(ctx: Refusing<'room_not_found'>, on: Sql, slug: string) {
  return toLine((await findLine(on, slug)) ?? ctx.refuse('room_not_found'))
}

const auditRoom = (
  { now, viewer }: Pick<App, 'now'> & { viewer: Viewer },
  tx: Sql,
  [action, subjectId, details]: [AuditAction, string, Record<string, string | number | boolean>],
) => audit(tx, { at: now(), actorId: viewer.userId, action, subjectId, details })

export const listAllRooms: Handler<typeof contract.listAllRooms> = ({ db }) => allRooms(db)

export const createRoom: Handler<typeof contract.createRoom> = (ctx, { body }) =>
  ctx.db.transaction(async (tx) => {
    const id = randomUUID()
    if (!(await insertRoom(tx, { ...body, id, at: ctx.now() }))) return ctx.refuse(codes.conflict)
    const { slug, accessLevel } = body
    await auditRoom(ctx, tx, ['room_created', id, { slug, accessLevel }])
    return toLine((await findLine(tx, slug))!)
  })

export const saveRoom: Handler<typeof contract.saveRoom> = (
  ctx,
  { params: { roomSlug: slug }, body },
) =>
  ctx.db.transaction(async (tx) => {
    const changed = await updateRoom(tx, slug, body)
    if (changed) {
      const { id, isOpenedAnew, ...saved } = changed
      if (isOpenedAnew) await restOpened(tx, toRest(ctx, id))
      await auditRoom(ctx, tx, ['room_changed', id, { slug, ...saved }])
    }
    return readLine(ctx, tx, slug)
  })

const toRest = ({ now }: Pick<App, 'now'>, roomId: string) => ({
  roomId,
  limit: limits.freePlanRooms,
  at: now(),
})

export const openRoom: Handler<typeof contract.openRoom> = (
  ctx,
  { params: { roomSlug: slug }, body },
) =>
  ctx.db.transaction(async (tx) => {
    const { isActive } = body
    const room = await updateState(tx, slug, isActive)
    if (room && isActive) await restOpened(tx, toRest(ctx, room.id))
    if (room)
      await auditRoom(ctx, tx, [isActive ? 'room_opened' : 'room_closed', room.id, { slug }])
    return readLine(ctx, tx, slug)
  })

export const moveRoom: Handler<typeof contract.moveRoom> = (
  ctx,
  { params: { roomSlug: slug }, body },
) =>
  ctx.db.transaction(async (tx) => {
    const rooms = await lockOrder(tx)
    const place = rooms.findIndex((room) => room.slug === slug)
    const room = rooms[place] ?? ctx.refuse('room_not_found')
    const { direction, places = 1, from = place } = body
    const wanted = place + (direction === 'up' ? -places : places)
    const to = Math.min(Math.max(wanted, 0), rooms.length - 1)
    if (to === place || from !== place) return allRooms(tx)
    rooms.splice(place, 1)
    rooms.splice(to, 0, room)
    await updateOrder(
      tx,
      rooms.map(({ id }) => id),
    )
    await auditRoom(ctx, tx, ['rooms_ordered', room.id, { slug, place: to + 1 }])
    return allRooms(tx)
  })
