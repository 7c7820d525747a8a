// What members agree to and may take back, and the log of cookie choices.
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { Language } from '../fields.ts'

/** The documents members agree to, or consent by. `content` is the explicit consent of Art. 9 (2) (a) GDPR. */
export const ConsentDocument = z.enum(['terms', 'content'])
export type ConsentDocument = z.infer<typeof ConsentDocument>

/** The local record under the key `cookie-consent`: exactly these four fields (spec section 3). */
export const CookieRecord = z.object({
  necessary: z.literal(true),
  analytics: z.boolean(),
  marketing: z.boolean(),
  timestamp: z.iso.datetime(),
})
export type CookieRecord = z.infer<typeof CookieRecord>

/** Logs one decision of the cookie banner, once: a repeat under the same id changes nothing. */
export const logCookieChoice = endpoint({
  method: 'POST',
  path: '/api/cookie-choices',
  access: 'visitor',
  limits: { address: ['cookieChoice'] },
  isLimitedByHandler: true,
  body: z.object({
    /** Random per decision, made in the browser (`session_id` of spec section 3). */
    sessionId: z.uuid(),
    analytics: z.boolean(),
    marketing: z.boolean(),
    method: z.enum(['accept_all', 'necessary', 'custom', 'close', 'withdraw']),
    bannerVersion: z.string().check(z.maxLength(20)),
    language: Language,
  }),
  response: Done,
  errors: ['version_outdated'],
})

/** One thing a member agreed to or not, as it stands now. */
export const Consent = z.object({
  document: ConsentDocument,
  /** The version they answered last; null when never asked. */
  version: z.nullable(z.string()),
  isGiven: z.boolean(),
  /** When they gave it or took it back. */
  at: z.nullable(z.iso.datetime()),
  /** The version in force. */
  current: z.string(),
})
export type Consent = z.infer<typeof Consent>

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/consents',
  access: 'account',
  response: z.object({ consents: z.array(Consent) }),
})

/** Says yes to the version in force; to any other it is refused, so that nobody agrees to what they did not read. */
export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/consents',
  access: 'account',
  limits: { member: 'consent' },
  isLimitedByHandler: true,
  body: z.object({
    document: ConsentDocument,
    version: z.string().check(z.maxLength(20)),
    language: Language,
    /** How it was given on screen. */
    method: z.enum(['checkbox', 'button']),
  }),
  response: Done,
  errors: ['version_outdated'],
})

/** Takes the consent to show content back, at once: bio, photos and posts are hidden until it is given again. */
export const withdrawConsent = endpoint({
  method: 'DELETE',
  path: '/api/consents/content',
  access: 'account',
  response: Done,
})
