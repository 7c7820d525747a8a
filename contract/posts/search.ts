import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Post } from './posts.ts'
import { SearchText } from './textFields.ts'
import { insideRoomErrors, RoomSlug } from '../rooms/rooms.ts'

const Day = z.iso
  .date({ error: 'invalid' })
  .check(z.refine((day) => day >= '1900' && day < '2900', { error: 'invalid' }))

/** Microseconds since 1970, and the id of a post. */
const CURSOR = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const SearchHit = z.object({
  room: z.object({ slug: RoomSlug, name: z.string() }),
  post: z.pick(Post, { id: true, number: true, text: true, createdAt: true, author: true }),
  /** What in the text was looked for: from and to, in UTF-16 units, in order, apart. */
  matches: z.array(z.object({ from: z.int(), to: z.int() })),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Posts in the rooms the viewer is in, newest first, of those they see: what the words, names and days given have in common. */
export const searchPosts = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'member',
  limits: { member: 'search' },
  isLimitedByHandler: true,
  query: z.object({
    /** As one types it: words, "a phrase", or, -without. German and English stems. */
    words: z.optional(SearchText),
    /** The beginning of a member's name. */
    author: z.optional(SearchText),
    room: z.optional(RoomSlug),
    /** Days of Berlin, both included. */
    since: z.optional(Day),
    until: z.optional(Day),
    /** The `next` of the page before. */
    before: z.optional(z.string().check(z.regex(CURSOR, { error: 'invalid' }))),
  }),
  response: z.object({
    found: z.array(SearchHit).check(z.maxLength(limits.searchPage)),
    next: z.nullable(z.string()),
    /** The page ends because of the time it took: there may be more before this moment. */
    searchedTo: z.nullable(z.iso.datetime()),
    /** Nothing was asked for that can be looked for: no name, and words too common to be kept. */
    isEmpty: z.boolean(),
  }),
  errors: insideRoomErrors,
})
