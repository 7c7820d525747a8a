// Lists, enters, leaves and mutes rooms, refuses what a viewer may not do, and tells visitors of the evening.
import { AccessLevel, type Room } from '#contract/rooms/rooms.ts'
import type * as contract from '#contract/rooms/rooms.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Evening } from '#server/platform/site/site.evening.ts'
import { icebreakerOfTheDay } from './icebreakers.service.ts'
import {
  type InsideRefusal,
  membershipRefusal,
  roomVisibilityRefusal,
  roomEntryRefusal,
  roomLimit,
} from './rooms.policy.ts'
import {
  countRooms,
  deleteMember,
  findAccess as readRoomAccess,
  findRoom,
  insertMember,
  listActiveRooms,
  readHasYetToSpeak,
  readRooms,
  updateMuted,
  type RoomAccess,
  type RoomRow,
  countPosts,
  listPublicRooms,
} from './rooms.queries.ts'

export const listRooms: Handler<typeof contract.listRooms> = async ({ db, viewer }) => {
  const rows = await listActiveRooms(db, viewer)
  return {
    rooms: rows.map((row) => toRoom(row, viewer)),
    plan: toPlan(viewer, rows.filter((row) => row.isMember).length),
    hasDemo: rows.some((row) => row.hasDemo),
  }
}

const toPlan = (viewer: Pick<Viewer, 'isSubscriber'>, used: number): contract.Plan => ({
  isSubscriber: viewer.isSubscriber,
  used,
  limit: roomLimit(viewer),
})

/** The plan alone, without the rooms. */
export const readPlan = async (on: Sql, viewer: Viewer): Promise<contract.Plan> =>
  toPlan(viewer, await countRooms(on, viewer.userId))

export const enterRoom: Handler<typeof contract.enterRoom> = async (ctx, { params }) => {
  const { db, viewer } = ctx
  const { userId } = viewer
  const access = await readRoomAccess(db, params.slug, userId)
  if (!access?.isActive) return ctx.refuse('room_not_found')
  ctx.refuseIf(
    roomVisibilityRefusal(viewer, access) ??
      termsRefusal(viewer) ??
      roomEntryRefusal(viewer, access),
  )

  if (!access.isMember)
    await db.transaction(async (tx) => {
      if (!(await holdOwn(tx, viewer))) return ctx.refuse('not_signed_in')
      if (await insertMember(tx, { room: access, userId, at: ctx.now() })) return
      // they came in another tab, the room is another by now, or it was one too many
      const found = await readRoomAccess(tx, params.slug, userId)
      if (!found?.isActive) return ctx.refuse('room_not_found')
      ctx.refuseIf(roomEntryRefusal(viewer, found))
      if (!found.isMember) return ctx.refuse('room_limit_reached')
    })
  const [room, icebreaker, hasYetToSpeak] = await Promise.all([
    findRoom(db, params.slug, viewer),
    icebreakerOfTheDay(ctx),
    viewer.isNewcomer && readHasYetToSpeak(db, userId, ctx.now()),
  ])
  if (!room?.isActive) return ctx.refuse('room_not_found')
  const { readNumber, readAt, madeAt, slowSeconds } = room
  const read = { readNumber, readAt, madeAt, slowSeconds }
  return { room: toRoom(room, viewer), icebreaker, ...read, hasYetToSpeak }
}

export const leaveRoom: Handler<typeof contract.leaveRoom> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const room = await findRoom(ctx.db, params.slug, ctx.viewer)
  if (!room || !(room.isActive || room.isMember || room.isDormant))
    return ctx.refuse('room_not_found')
  await deleteMember(ctx.db, room.id, userId)
  return { done: true }
}

export const muteRoom: Handler<typeof contract.muteRoom> = async (ctx, { params, body }) => {
  const at = body.isMuted ? ctx.now() : null
  const { userId } = ctx.viewer
  const isTheirs = await updateMuted(ctx.db, { slug: params.slug, userId, at })
  return isTheirs ? { done: true } : ctx.refuse('room_not_found')
}

/** What rules need to know of every room. */
const roomsOf = perApp(
  (app: Pick<App, 'db' | 'bus' | 'now'>) =>
    new CachedQuery(
      app,
      'room_changed',
      async () => new Map((await readRooms(app.db)).map(({ slug, ...room }) => [slug, room])),
    ),
)

/** The room at an address as its rules need it for this viewer; nothing when there is none. */
export async function findRoomAccess(
  ctx: Pick<App, 'db' | 'bus' | 'now'> & { viewer: Viewer },
  slug: string,
): Promise<RoomAccess | undefined> {
  const { db, viewer } = ctx
  const room = (await roomsOf(ctx).get()).get(slug)
  // one that was made a moment ago
  if (!room) return readRoomAccess(db, slug, viewer.userId)
  return { ...room, isMember: viewer.rooms.has(room.id) }
}

/** The same, for a member who entered it and still may; refuses everybody else. */
export async function requireRoomMembership(
  ctx: Pick<App, 'db' | 'bus' | 'now'> & { viewer: Viewer } & Refusing<InsideRefusal>,
  slug: string,
): Promise<RoomAccess> {
  const roomAccess = (await findRoomAccess(ctx, slug)) ?? ctx.refuse('room_not_found')
  ctx.refuseIf(membershipRefusal(ctx.viewer, roomAccess))
  return roomAccess
}

function toRoom(row: RoomRow, viewer: Viewer): Room {
  const { slug, name, description, icon, isMember, isDormant, isMuted } = row
  const { memberCount, latest, unread } = row
  const accessLevel = AccessLevel.safeParse(row.accessLevel).data ?? 'unknown'
  const refusal = roomVisibilityRefusal(viewer, row)
  return {
    slug,
    name,
    description,
    icon,
    accessLevel,
    isMember: isMember || isDormant,
    isDormant,
    isMuted,
    memberCount,
    latest,
    unread,
    entryRefusal: refusal,
  }
}

/** So many of a room's newest posts are looked at; it is only ever said that there were more. */
const LOOKED_AT = 2_000

/** What the landing page tells of the evening to everybody: the question, the rooms, one sum. */
export async function readEvening(app: App): Promise<Evening> {
  const since = new Date(app.now().getTime() - 7 * DAY_MS)
  const [icebreaker, rooms, weeksPosts] = await Promise.all([
    icebreakerOfTheDay(app),
    listPublicRooms(app.db),
    countPosts(app.db, since, LOOKED_AT),
  ])
  return { question: icebreaker?.question ?? null, rooms, weeksPosts }
}
