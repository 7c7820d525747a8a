import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { Email } from '../emailField.ts'

/** What is known of an entry: the address itself is kept nowhere. */
const Entry = z.object({ id: z.uuid(), addedAt: z.iso.datetime() })
export type AvoidedAddress = z.infer<typeof Entry>

/** The addresses of whom the viewer would rather not meet, newest first. */
export const listAvoidedAddresses = endpoint({
  method: 'GET',
  path: '/api/avoided-addresses',
  access: 'member',
  response: z.object({ entries: z.array(Entry) }),
})

/**
 * A member with this address, now or later, is blocked both ways and in silence. The answer is the
 * same whether or not anybody has it, and for one that is in the list already.
 */
export const avoidAddress = endpoint({
  method: 'POST',
  path: '/api/avoided-addresses',
  access: 'member',
  limits: { member: 'avoidAddress' },
  body: z.object({ email: Email }),
  response: Done,
  errors: ['address_limit_reached'],
})

/** Which entry an address is, of the viewer's own list; null where it is none. */
export const findAvoidedAddress = endpoint({
  method: 'POST',
  path: '/api/avoided-addresses/find',
  access: 'member',
  limits: { member: 'avoidedAddressAsked' },
  body: z.object({ email: Email }),
  response: z.object({ entry: z.nullable(Entry) }),
})

/** The block that came of it is over, unless there is another reason for it. */
export const removeAvoidedAddress = endpoint({
  method: 'DELETE',
  path: '/api/avoided-addresses/:entryId',
  access: 'member',
  params: z.object({ entryId: z.uuid() }),
  response: Done,
})
