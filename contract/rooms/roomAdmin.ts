// How admins make rooms, change, open, close and order them.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { LineText } from '../posts/textFields.ts'
import { AccessLevel, RoomSlug } from './rooms.ts'

/** The drawings there are for rooms, by the names they are stored with. */
export const roomIcons = [
  'door',
  'glass',
  'armchair',
  'stars',
  'flame',
  'music',
  'curtain',
  'moon',
] as const

/** What admins say of a room; its slug stands in addresses and stays. */
const RoomFields = z.object({
  name: LineText(limits.roomName),
  description: LineText(limits.roomDescription),
  icon: z.enum(roomIcons),
  accessLevel: z.enum(['free', 'club', 'paid', 'vip']),
  /** Seconds between two posts of one member; 0 is as fast as they type. */
  slowSeconds: z.int().check(z.gte(0), z.lte(limits.slowSeconds)),
})

/** A room as admins see it. */
export const RoomLine = z.object({
  slug: RoomSlug,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  accessLevel: AccessLevel,
  slowSeconds: z.int(),
  isActive: z.boolean(),
  memberCount: z.int(),
})
export type RoomLine = z.infer<typeof RoomLine>

const params = z.object({ roomSlug: RoomSlug })
const Rooms = z.object({ rooms: z.array(RoomLine) })

/** Every room, closed ones too, in the order in which members see them. */
export const listAllRooms = endpoint({
  method: 'GET',
  path: '/api/admin/rooms',
  access: 'admin',
  response: Rooms,
})

/** Last in order, and closed until it is opened. */
export const createRoom = endpoint({
  method: 'POST',
  path: '/api/admin/rooms',
  access: 'admin',
  body: z.object({ ...RoomFields.shape, slug: RoomSlug }),
  response: RoomLine,
  errors: [codes.conflict],
})

/**
 * Fields that are not given stay as they are. Members whom the new level shuts out receive nothing of the room
 * from this moment.
 */
export const saveRoom = endpoint({
  method: 'PUT',
  path: '/api/admin/rooms/:roomSlug',
  access: 'admin',
  params,
  body: z.partial(RoomFields),
  response: RoomLine,
  errors: ['room_not_found'],
})

/** A closed room keeps its members and posts, and shows them to nobody. */
export const openRoom = endpoint({
  method: 'PUT',
  path: '/api/admin/rooms/:roomSlug/state',
  access: 'admin',
  params,
  body: z.object({ isActive: z.boolean() }),
  response: RoomLine,
  errors: ['room_not_found'],
})

/**
 * One place up or down, or as many as are said; at either end it stays. `from` is the place at which it was seen,
 * the first is 0: a repeated request, or one made from an old list, moves nothing.
 */
export const moveRoom = endpoint({
  method: 'POST',
  path: '/api/admin/rooms/:roomSlug/moves',
  access: 'admin',
  params,
  body: z.object({
    direction: z.enum(['up', 'down']),
    places: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
    from: z.optional(z.int().check(z.gte(0))),
  }),
  response: Rooms,
  errors: ['room_not_found'],
})
