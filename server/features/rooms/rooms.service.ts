import { AccessLevel, type Icebreaker, type Room } from '#contract/rooms.ts'
import type * as contract from '#contract/rooms.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { publish } from '#server/platform/events.ts'
import type { Handler } from '#server/platform/route.ts'
import { listIcebreakers } from './icebreakers.queries.ts'
import { clubDay, questionOfDay } from './icebreakers.rotation.ts'
import { entryRefusal, roomLimit } from './rooms.policy.ts'
import {
  deleteMember,
  findRoom,
  hasDemoMembers,
  insertMember,
  listActiveRooms,
  lockMember,
  type RoomRow,
} from './rooms.queries.ts'

export { takeNumber } from './rooms.queries.ts'

export const listRooms: Handler<typeof contract.listRooms> = async ({ db, viewer }) => {
  const rows = await listActiveRooms(db, viewer.userId)
  const hasDemo = await hasDemoMembers(db)
  return {
    rooms: rows.map((row) => toRoom(row, viewer)),
    plan: {
      isSubscriber: viewer.isSubscriber,
      used: rows.filter((row) => row.isMember).length,
      limit: roomLimit(viewer),
    },
    hasDemo,
  }
}

export const enterRoom: Handler<typeof contract.enterRoom> = async (ctx, { params }) => {
  const { db, viewer } = ctx
  const { userId } = viewer
  const room = await findRoom(db, params.slug, userId)
  if (!room?.isActive) return ctx.refuse('room_not_found')
  ctx.refuseIf(entryRefusal(viewer, room))

  if (!room.isMember) {
    await db.begin(async (tx) => {
      await lockMember(tx, userId)
      const entry = { roomId: room.id, userId, at: ctx.now(), limit: roomLimit(viewer) }
      if (await insertMember(tx, entry)) await publish(tx, { kind: 'member_changed', userId })
    })
    const entered = await findRoom(db, params.slug, userId)
    if (!entered?.isMember) return ctx.refuse('room_limit_reached')
    Object.assign(room, entered)
  }
  return { room: toRoom(room, viewer), icebreaker: await icebreakerOfTheDay(ctx) }
}

export const leaveRoom: Handler<typeof contract.leaveRoom> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const room = await findRoom(ctx.db, params.slug, userId)
  if (!room) return ctx.refuse('room_not_found')
  await ctx.db.begin(async (tx) => {
    const left = await deleteMember(tx, room.id, userId)
    if (left) await publish(tx, { kind: 'member_changed', userId })
  })
  return { done: true }
}

async function icebreakerOfTheDay({ db, now }: App): Promise<Icebreaker | null> {
  return questionOfDay(clubDay(now()), await listIcebreakers(db)) ?? null
}

function toRoom(row: RoomRow, viewer: Viewer): Room {
  const { slug, name, description, icon, isMember, memberCount } = row
  const accessLevel = AccessLevel.safeParse(row.accessLevel).data ?? 'unknown'
  const refusal = entryRefusal(viewer, row)
  return {
    slug,
    name,
    description,
    icon,
    accessLevel,
    isMember,
    memberCount,
    entryRefusal: refusal,
  }
}
