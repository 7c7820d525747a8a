import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PostText } from './textFields.ts'
import { limits } from './limits.ts'
import { insideRoomErrors, RoomSlug } from './rooms.ts'

export const Post = z.object({
  id: z.uuid(),
  /** The place in its room: counts up by one in commit order, without gaps. */
  number: z.int().check(z.positive()),
  text: z.string(),
  createdAt: z.iso.datetime(),
  author: z.object({
    id: z.uuid(),
    username: z.string(),
    city: z.nullable(z.string()),
    isVerified: z.boolean(),
    /** The id of their first photo, if any. */
    portrait: z.nullable(z.uuid()),
  }),
  /** The icebreaker it answers, if any. */
  icebreakerId: z.nullable(z.uuid()),
})
export type Post = z.infer<typeof Post>

const params = z.object({ slug: RoomSlug })
const PostNumber = z.coerce.number().check(z.int(), z.gte(0), z.lt(Number.MAX_SAFE_INTEGER))

/**
 * A page of a room by number. `from`–`to` are the numbers the answer speaks of: one in that
 * range without a post was removed or is not for the viewer. Nothing: the newest page.
 */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/posts',
  access: 'member',
  params,
  query: z.object({ before: z.optional(PostNumber), after: z.optional(PostNumber) }),
  response: z.object({
    /** Newest first. */
    posts: z.array(Post).check(z.maxLength(limits.postsPerCatchUp)),
    from: z.int(),
    to: z.int(),
    /** The room's newest number; more than `to` after a catch-up that hit its limit. */
    latest: z.int(),
  }),
  errors: insideRoomErrors,
})

/** The browser makes the id; sending the same one again gives the post that is already there. */
export const createPost = endpoint({
  method: 'POST',
  path: '/api/rooms/:slug/posts',
  access: 'member',
  params,
  body: z.object({ id: z.uuid(), text: PostText, icebreakerId: z.nullish(z.uuid()) }),
  response: Post,
  errors: [...insideRoomErrors, 'terms_due', '23505'],
})
