// Whose browser this is, for every screen: light, for each loads it first.
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { Language } from '../fields.ts'
import { authorWords } from '../members/author.ts'

export const VerificationStatus = z.enum(['none', 'pending', 'verified', 'rejected'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

export const Suspension = z.object({
  until: z.iso.datetime(),
  reason: z.string(),
  /** Until a person has decided how old they are; they are asked to show it by then. */
  ageProofBy: z.optional(z.iso.datetime()),
})

/** What a browser may know of its own session. The token itself stays in an httpOnly cookie. */
export const Session = z.object({
  ...authorWords,
  userId: z.uuid(),
  email: z.string(),
  username: z.string(),
  language: z.nullable(Language),
  isAdmin: z.boolean(),
  /** May decide about reports: moderators, and admins. */
  isModerator: z.boolean(),
  /** Staff on https who have not used a second factor in this session: members until they have. */
  isFactorDue: z.boolean(),
  verificationStatus: VerificationStatus,
  /** False while the account waits to be admitted: it may look around, but no room opens. */
  isAdmitted: z.boolean(),
  /** In their first days, or not verified: what they write is paced, and leads nowhere outside. */
  isNewcomer: z.boolean(),
  /** They asked to be hidden, and have not taken it back. */
  isHidden: z.boolean(),
  /** Their address takes no mail: it gets none that nobody waits for, until it is confirmed again. */
  isMailRefused: z.boolean(),
  /** Whether they consented to content of Art. 9 GDPR; without it no room opens. */
  hasContentConsent: z.boolean(),
  /** The version of the terms that still has to be accepted; null when there is none. */
  termsDue: z.nullable(z.string()),
  /** The one accepted before it; null when none is due, or none was accepted. */
  termsBefore: z.nullable(z.string()),
  suspension: z.nullable(Suspension),
  /** The ids of whom they muted: what these say is folded where it is shown. */
  muted: z.array(z.uuid()),
  /** ISO; moves on while the session is used. */
  expiresAt: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

/** Who is asking, and what every screen needs to know of the club. Also slides and rotates the session. */
export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/session',
  access: 'visitor',
  response: z.object({
    session: z.nullable(Session),
    /** True while this browser may set a new password without the old one. */
    recovery: z.boolean(),
    /** The address of that account: the browser's password manager stores the new password under it. */
    recoveryEmail: z.nullable(z.string()),
    /** True when this answer carried a fresh token. */
    refreshed: z.boolean(),
    club: z.object({
      name: z.string(),
      defaultLanguage: z.enum(['mul', 'de', 'en', 'auto']),
      emailConfirmation: z.enum(['required', 'off']),
      admission: z.enum(['open', 'invitation']),
      /** The club's clock, so that screens need not trust the device's. */
      now: z.iso.datetime(),
    }),
  }),
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/auth/log-out',
  access: 'visitor',
  response: Done,
})

/** Ends every session of the account, this one included. */
export const logOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/log-out-everywhere',
  access: 'account',
  response: Done,
})

export const setLanguage = endpoint({
  method: 'PUT',
  path: '/api/auth/language',
  access: 'account',
  body: z.object({ language: Language }),
  response: Done,
})
