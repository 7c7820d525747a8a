import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** In lines of the bell, as it shows them. */
const Unread = z.object({ unread: z.int() })

export const countBell = endpoint({
  method: 'GET',
  path: '/api/bell/unread',
  access: 'member',
  response: Unread,
})
