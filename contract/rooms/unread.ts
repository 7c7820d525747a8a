import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Post } from '../posts/posts.ts'
import { Present } from './presence.ts'
import { insideRoomErrors, RoomSlug } from './rooms.ts'

/** Marks a room as read up to a number. It never goes back, and never beyond what there is. */
export const markRead = endpoint({
  method: 'PUT',
  path: '/api/rooms/:slug/read',
  access: 'member',
  params: z.object({ slug: RoomSlug }),
  body: z.object({ number: z.int().check(z.gte(0), z.lt(Number.MAX_SAFE_INTEGER)) }),
  response: Done,
  errors: insideRoomErrors,
})

const Each = z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.unreadEach))

/** What the viewer has not read, room by room, of those they are in and hear: the oldest first. */
export const listUnread = endpoint({
  method: 'GET',
  path: '/api/rooms/unread',
  access: 'member',
  query: z.object({ each: z.optional(Each) }),
  response: z.object({
    /** Those with something unread, in the order of the club. */
    rooms: z.array(
      z.object({
        slug: RoomSlug,
        name: z.string(),
        icon: z.string(),
        /** As on the card: `limits.unreadCounted` at most. */
        unread: z.int(),
        /** Up to where it is read with it. */
        latest: z.int(),
        posts: z.array(Post).check(z.maxLength(limits.unreadEach)),
      }),
    ),
  }),
})

/** Of each room the viewer may read: who is in it now, and what was said last. */
export const listLastWords = endpoint({
  method: 'GET',
  path: '/api/rooms/last-words',
  access: 'member',
  response: z.object({
    rooms: z.array(
      z.object({
        slug: RoomSlug,
        /** Of those the viewer sees; some by name. None where the viewer is seen nowhere. */
        here: z.int(),
        people: z.array(Present).check(z.maxLength(limits.presentNamed)),
        last: z.nullable(
          z.object({
            author: z.object({ id: z.uuid(), username: z.string() }),
            at: z.iso.datetime(),
            /** The first line, cut. */
            text: z.string(),
          }),
        ),
      }),
    ),
  }),
})
