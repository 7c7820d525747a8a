import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'

/**
 * Which of these posts stand under their ids as the viewer's own, whatever became of them since: what a browser was
 * acknowledged by another life of the database need not all be sent again.
 */
export const findStored = endpoint({
  method: 'POST',
  path: '/api/posts/stored',
  access: 'member',
  limits: { member: 'storedAsked' },
  body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(limits.postsKept)) }),
  response: z.object({
    ids: z.array(z.uuid()).check(z.maxLength(limits.postsKept)),
    /** Of which generation of the database that is true, as `ready` names it. */
    generation: z.nullable(z.string()),
  }),
})
