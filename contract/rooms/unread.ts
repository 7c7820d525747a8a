import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { insideRoomErrors, RoomSlug } from './rooms.ts'

/** Marks a room as read up to a number. It never goes back, and never beyond what there is. */
export const markRead = endpoint({
  method: 'PUT',
  path: '/api/rooms/:slug/read',
  access: 'member',
  params: z.object({ slug: RoomSlug }),
  body: z.object({ number: z.int().check(z.gte(0), z.lt(Number.MAX_SAFE_INTEGER)) }),
  response: z.object({ done: z.literal(true) }),
  errors: insideRoomErrors,
})
