import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const Done = z.object({ done: z.literal(true) })
const member = z.object({ memberId: z.uuid() })
const post = z.object({ postId: z.uuid() })

/**
 * From now on these two see nothing of each other, and only who blocked can undo it. Answers the
 * same whether or not there is such a member, and whatever they did before.
 */
export const blockMember = endpoint({
  method: 'PUT',
  path: '/api/blocks/:memberId',
  access: 'member',
  limits: { member: 'block' },
  params: member,
  response: Done,
})

export const unblockMember = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:memberId',
  access: 'member',
  params: member,
  response: Done,
})

/** Whom the viewer blocked, newest first, by the names they had then; null where the viewer could not see them. */
export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  access: 'member',
  response: z.object({
    blocks: z.array(
      z.object({
        memberId: z.uuid(),
        username: z.nullable(z.string()),
        blockedAt: z.iso.datetime(),
      }),
    ),
    /** How many posts the viewer put away. */
    hiddenPosts: z.int(),
  }),
})

/** Puts one post away, for the viewer alone. Answers the same for a post that is not there. */
export const hidePost = endpoint({
  method: 'PUT',
  path: '/api/hidden-posts/:postId',
  access: 'member',
  limits: { member: 'hide' },
  params: post,
  response: Done,
})

export const showPost = endpoint({
  method: 'DELETE',
  path: '/api/hidden-posts/:postId',
  access: 'member',
  params: post,
  response: Done,
})

/** Shows every post again that was put away. */
export const showAllPosts = endpoint({
  method: 'DELETE',
  path: '/api/hidden-posts',
  access: 'member',
  response: Done,
})
