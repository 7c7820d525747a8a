// The live stream of a browser: every event it can receive, and the sum by which it notices a lost one.
import * as z from 'zod/mini'
import { stream } from './endpoint.ts'
import { limits } from './limits.ts'
import { Post } from './posts/posts.ts'
import { Present } from './rooms/presence.ts'
import { RoomSlug } from './rooms/rooms.ts'

const RoomSlugs = z
  .string()
  .check(
    z.regex(/^[a-z0-9-]{1,60}(,[a-z0-9-]{1,60})*$/, { error: 'invalid' }),
    z.maxLength(limits.roomsPerLine * 61, { error: 'invalid' }),
  )

export const LiveEvent = z.discriminatedUnion('type', [
  /**
   * First, and again when the viewer's rooms change or posts in them were changed, hidden or shown
   * again: where each room of the viewer stands now. A tab that shows one reads it again.
   */
  z.object({
    type: z.literal('ready'),
    userId: z.uuid(),
    /** Which life of the database it is: what an earlier one had acknowledged may be lost. */
    generation: z.optional(z.string()),
    rooms: z.array(z.object({ slug: RoomSlug, latest: z.int() })),
    /** The newest number of each open table of the viewer; missing where there is none. */
    tables: z.optional(z.array(z.object({ id: z.uuid(), latest: z.int() }))),
    /** Of the web app that is shown there; a page that is of another goes on, and is reloaded when it is left alone. */
    build: z.optional(z.string()),
  }),
  /** A number in a room. Without a post it was removed or is not for the viewer. */
  z.object({
    type: z.literal('post'),
    room: RoomSlug,
    number: z.int(),
    post: z.nullable(Post),
  }),
  /** A number at a table, as `post` is one in a room. */
  z.object({
    type: z.literal('message'),
    table: z.uuid(),
    number: z.int(),
    post: z.nullable(Post),
  }),
  /** The viewer's rooms, tables or rights changed: ask again. */
  z.object({ type: z.literal('rooms') }),
  /** The viewer has read a room up to here, in this tab or another. */
  z.object({ type: z.literal('read'), room: RoomSlug, number: z.int() }),
  /** The same of a table. */
  z.object({ type: z.literal('table_read'), table: z.uuid(), number: z.int() }),
  /** The other at a table was writing something within the last seconds. */
  z.object({ type: z.literal('table_writing'), table: z.uuid() }),
  /**
   * Who is in a room that a tab shows, of those the viewer sees: how many, the viewer with them, and
   * some by name. Nobody: the viewer is seen nowhere, and sees nobody.
   */
  z.object({
    type: z.literal('present'),
    room: RoomSlug,
    count: z.int(),
    people: z.array(Present).check(z.maxLength(limits.presentNamed)),
  }),
  /** Others who were writing something in a room that a tab shows within the last seconds. */
  z.object({
    type: z.literal('writing'),
    room: RoomSlug,
    people: z.array(Present).check(z.maxLength(limits.writingNamed)),
  }),
  /** For admins alone, after each `ready` too: there is another submission to review, or one less. */
  z.object({ type: z.literal('submissions') }),
  /** Something for the viewer rang, was read or is gone; so many are unread now. */
  z.object({ type: z.literal('bell'), unread: z.int() }),
  /** For staff alone, after each `ready` too: cases or appeals came, or were decided. */
  z.object({ type: z.literal('reports') }),
  /**
   * At least every 4 seconds, so that a browser notices a connection that died without closing; with
   * the sum of the bytes of this stream so far, so that it notices what was lost or repeated.
   */
  z.object({ type: z.literal('beat'), sum: z.int() }),
  /** The session is over; nothing follows. */
  z.object({ type: z.literal('session_ended') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** Everything live for one browser with all its tabs: all rooms the viewer belongs to and may enter. */
export const followClub = stream({
  path: '/api/live',
  access: 'member',
  /** What a browser calls its line, whichever tab holds it, and the rooms its tabs show, with commas between. */
  query: z.object({ line: z.optional(z.uuid()), rooms: z.optional(RoomSlugs) }),
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
export const addDigest = (sum: number, part: number): number => (Math.imul(sum, 31) + part) | 0
