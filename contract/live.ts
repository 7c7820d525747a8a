import * as z from 'zod/mini'
import { stream } from './endpoint.ts'
import { Post } from './posts.ts'
import { RoomSlug } from './rooms.ts'

export const LiveEvent = z.discriminatedUnion('type', [
  /**
   * First, and again when the viewer's rooms change or posts in them were changed or hidden: where
   * each room of the viewer stands now.
   */
  z.object({
    type: z.literal('ready'),
    userId: z.uuid(),
    rooms: z.array(z.object({ slug: RoomSlug, latest: z.int() })),
  }),
  /** A number in a room. Without a post it was removed or is not for the viewer. */
  z.object({
    type: z.literal('post'),
    room: RoomSlug,
    number: z.int(),
    post: z.nullable(Post),
  }),
  /** The viewer's rooms or rights changed: ask again. */
  z.object({ type: z.literal('rooms') }),
  /** For admins alone, after each `ready` too: there is another submission to review, or one less. */
  z.object({ type: z.literal('submissions') }),
  /**
   * At least every 4 seconds, so that a browser notices a line that went dead without closing; with
   * the sum of what this stream has carried so far, so that it notices what the line lost or repeated.
   */
  z.object({ type: z.literal('beat'), sum: z.int() }),
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

/** One event's part in the sum. */
export function digest(data: string): number {
  let sum = 1
  for (let index = 0; index < data.length; index += 1)
    sum = (Math.imul(sum, 31) + data.charCodeAt(index)) | 0
  return sum
}

/** The sum after one more event; their order counts. Beats are not part of it. */
export const summed = (sum: number, part: number): number => (Math.imul(sum, 31) + part) | 0
