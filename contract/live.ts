import * as z from 'zod'
import { stream } from './endpoint.ts'
import { Post } from './posts.ts'
import { RoomSlug } from './rooms.ts'

export const LiveEvent = z.discriminatedUnion('type', [
  /** First, and again when the viewer's rooms change: where each room of the viewer stands now. */
  z.object({
    type: z.literal('ready'),
    userId: z.uuid(),
    rooms: z.array(z.object({ slug: RoomSlug, latest: z.number().int() })),
  }),
  /** A number in a room. Without a post it was removed or is not for the viewer. */
  z.object({
    type: z.literal('post'),
    room: RoomSlug,
    number: z.number().int(),
    post: Post.nullable(),
  }),
  /** The viewer's rooms or rights changed: ask again. */
  z.object({ type: z.literal('rooms') }),
  /** Every 20 seconds, so that a browser notices a line that went dead without closing. */
  z.object({ type: z.literal('beat') }),
  /** The session is over; nothing follows. */
  z.object({ type: z.literal('session_ended') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** Everything live for one browser tab: all rooms the viewer belongs to and may enter. */
export const followClub = stream({
  path: '/api/live',
  access: 'member',
  event: LiveEvent,
})
