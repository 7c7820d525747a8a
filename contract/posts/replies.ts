import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { insideRoomErrors, RoomSlug } from '../rooms/rooms.ts'
import { Post, PostNumber } from './posts.ts'

/** What answers a post, the oldest first. */
export const listReplies = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/posts/:postId/replies',
  access: 'member',
  params: z.object({ slug: RoomSlug, postId: z.uuid() }),
  query: z.object({ after: z.optional(PostNumber) }),
  response: z.object({
    posts: z.array(Post).check(z.maxLength(limits.repliesPerPage)),
    /** Ask with this as `after` for those after; null: that was all. */
    after: z.nullable(z.int()),
  }),
  errors: [...insideRoomErrors, 'post_gone'],
})
