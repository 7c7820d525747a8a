import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { PostText } from './textFields.ts'
import { pacingErrors } from '../content-rules/pacingErrors.ts'
import { insideRoomErrors, RoomSlug } from '../rooms/rooms.ts'
import { Post } from './posts.ts'

const postParams = z.object({ slug: RoomSlug, postId: z.uuid() })

/** By its author, as long as `editDeadline` says. The same text again changes nothing. */
export const editPost = endpoint({
  method: 'PUT',
  path: '/api/rooms/:slug/posts/:postId',
  access: 'member',
  limits: { member: 'postEdit' },
  isLimitedByHandler: true,
  params: postParams,
  body: z.object({ text: PostText }),
  response: Post,
  errors: [
    ...insideRoomErrors,
    ...pacingErrors,
    'terms_due',
    'posting_limited',
    'post_gone',
    'edit_too_late',
  ],
})

/** By its author, whenever they want and wherever they are now; its words are gone at once. */
export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId',
  access: 'member',
  params: z.object({ postId: z.uuid() }),
  response: Done,
  errors: ['post_gone'],
})
