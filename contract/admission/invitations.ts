// Invitations: what a code is good for, and how members make, show and revoke their own.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { berlinDay } from '../day.ts'
import { endpoint, Done } from '../endpoint.ts'
import { Email } from '../emailField.ts'
import { limits } from '../limits.ts'
import { InviteCode } from '../tokens.ts'

/**
 * Whether a code would let somebody in now. Unknown, used up, expired and revoked codes, and one
 * that is bound to another address, get one and the same answer.
 */
export const checkInvite = endpoint({
  method: 'POST',
  path: '/api/invites/checks',
  access: 'visitor',
  body: z.object({ code: InviteCode }),
  response: Done,
  errors: ['invalid_invite'],
})

/** Admits the signed-in account that waits; for one that is admitted already no code is spent. */
export const redeemInvite = endpoint({
  method: 'POST',
  path: '/api/invites/redemptions',
  access: 'member',
  body: z.object({ code: InviteCode }),
  response: Done,
  errors: ['invalid_invite'],
})

export const InvitationState = z.enum(['open', 'used', 'expired', 'revoked'])

/** One of a member's own. The code itself is shown when it is made: only its hash is kept. */
export const Invitation = z.object({
  id: z.uuid(),
  state: InvitationState,
  /** The address it is bound to, if it is. */
  email: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Who came by it, once that member wants it known. */
  guest: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  access: 'member',
  response: z.object({
    invitations: z.array(Invitation),
    /** How many more this member may give. */
    left: z.int(),
    /** Whether the member who invited this one may know that they came; null when nobody did. */
    isShownToInviter: z.nullable(z.boolean()),
  }),
})

/**
 * For members in good standing; good once, for `limits.inviteDays`. The browser makes the id; sending the same one
 * again gives the invitation that is already there, with its code, as long as it is open.
 */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  access: 'member',
  body: z.object({ id: z.optional(z.uuid()), email: z.optional(Email) }),
  /** The code in groups as it is to be read aloud, and the address that carries it in its fragment. */
  response: z.object({ invitation: Invitation, code: z.string(), url: z.string() }),
  errors: ['not_admitted', 'invitations_used_up', codes.conflict, codes.notFound],
})

/** Gives the place back while nobody came by it. */
export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:invitationId',
  access: 'member',
  params: z.object({ invitationId: z.uuid() }),
  response: Done,
  errors: [codes.notFound],
})

/** Sets whether the member who invited this one sees their name beside the invitation. */
export const showToInviter = endpoint({
  method: 'PUT',
  path: '/api/inviter',
  access: 'member',
  body: z.object({ isShown: z.boolean() }),
  response: Done,
  errors: [codes.notFound],
})

/** The day, in Berlin, from which on an address that was declined may ask to join again: `YYYY-MM-DD`. */
export const rejoinDay = (declinedAt: string): string =>
  berlinDay(new Date(Date.parse(declinedAt) + limits.rejoinDays * 86_400_000))
