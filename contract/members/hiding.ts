import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { WithReason } from './signals.ts'

const post = z.object({ postId: z.uuid() })

/** Hides a post from the viewer alone. The answer is the same for a post that does not exist. */
export const hidePost = endpoint({
  method: 'PUT',
  path: '/api/hidden-posts/:postId',
  access: 'member',
  limits: { member: 'hide' },
  params: post,
  body: WithReason,
  response: Done,
})

export const showPost = endpoint({
  method: 'DELETE',
  path: '/api/hidden-posts/:postId',
  access: 'member',
  params: post,
  response: Done,
})

/** Shows every hidden post again. */
export const showAllPosts = endpoint({
  method: 'DELETE',
  path: '/api/hidden-posts',
  access: 'member',
  response: Done,
})
