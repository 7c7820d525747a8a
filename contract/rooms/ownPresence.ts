import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'

export const getPresence = endpoint({
  method: 'GET',
  path: '/api/mine/presence',
  access: 'account',
  response: z.object({ isShared: z.boolean() }),
})

/** Whether others see in which room the viewer is, and when they write; and the viewer them. */
export const setPresence = endpoint({
  method: 'PUT',
  path: '/api/mine/presence',
  access: 'member',
  body: z.object({ isShared: z.boolean() }),
  response: Done,
})
