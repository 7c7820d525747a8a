import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The place of the signed-in account in the queue; null once it is admitted. */
export const getOwnPlace = endpoint({
  method: 'GET',
  path: '/api/waitlist/own-place',
  access: 'account',
  response: z.object({
    place: z.nullable(z.object({ position: z.int(), of: z.int(), since: z.iso.datetime() })),
    medianDays: z.nullable(z.number()),
    /** Why the club said no, if it did. */
    declined: z.nullable(z.object({ reason: z.string(), at: z.iso.datetime() })),
  }),
})
