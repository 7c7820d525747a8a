import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { Language } from '../fields.ts'
import { Email } from '../emailField.ts'
import { MailToken } from '../tokens.ts'

/** What somebody in line may expect. */
export const getWaitlist = endpoint({
  method: 'GET',
  path: '/api/waitlist',
  access: 'visitor',
  response: z.object({
    /** Median days from joining to admission over the last 30 days; null below 20 cases. */
    medianDays: z.nullable(z.number()),
  }),
})

/**
 * Puts an address in line once its owner has confirmed it by mail. `23505`: it is there already,
 * told within the probing budget and never while the club is discreet.
 */
export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'visitor',
  limits: { address: ['waitlistPerAddress'] },
  body: z.object({ email: Email, language: z.optional(Language) }),
  response: Done,
  errors: [codes.conflict],
})

/** By the mailed link; repeating it changes nothing. */
export const confirmWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist/confirmations',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})

/** Takes an address out of line for good, by the link that every mail to it carries. */
export const leaveWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist/withdrawals',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})

/** What a mail program sends when its reader unsubscribes there (RFC 8058): no page of ours is involved. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/waitlist/unsubscribe',
  access: 'visitor',
  query: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})
