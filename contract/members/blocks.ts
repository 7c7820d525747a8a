import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'

const member = z.object({ memberId: z.uuid() })

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

/**
 * Whom the viewer keeps apart, newest first: whom they blocked by the names these had then, whom they
 * muted by their names of now. Null where the viewer could not see them then, or would not see them
 * now if it were not for their own block, or they are gone.
 */
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
        /** Their account was deleted; the block applies to a new account with the same address. */
        isGone: z.boolean(),
      }),
    ),
    mutes: z.array(
      z.object({
        memberId: z.uuid(),
        username: z.nullable(z.string()),
        mutedAt: z.iso.datetime(),
      }),
    ),
    /** How many posts the viewer put away. */
    hiddenPosts: z.int(),
  }),
})
