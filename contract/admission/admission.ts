// How admins let people in: the waitlist, who is admitted or declined, all invitations, who came by whom.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { searchWords } from '../fields.ts'
import { Email } from '../emailField.ts'
import { NoteText } from '../posts/textFields.ts'
import { InvitationState } from './invitations.ts'
import { limits } from '../limits.ts'
import { After, Next } from '../paging.ts'

const paged = z.object({ after: z.optional(After) })
const Reason = NoteText(limits.doorReason)

/** How the club lets people in. */
export const DoorSettings = z.object({
  admission: z.enum(['open', 'invitation']),
  /** How many invitations a member in good standing may have given at a time. */
  invitationsPerMember: z.int().check(z.gte(0), z.lte(limits.invitationsPerMember)),
})
export type DoorSettings = z.infer<typeof DoorSettings>

export const getDoor = endpoint({
  method: 'GET',
  path: '/api/admin/door',
  access: 'admin',
  response: z.object({
    settings: DoorSettings,
    /** Confirmed addresses and accounts in line, each person once. */
    waiting: z.int(),
    medianDays: z.nullable(z.number()),
  }),
})

/** Applies from the next call on; members stay members. Fields that are not given stay as they are. */
export const setDoor = endpoint({
  method: 'PUT',
  path: '/api/admin/door',
  access: 'admin',
  body: z.partial(DoorSettings),
  response: Done,
})

/** Somebody in line: an address, an account, or both of one person (the earlier counts). */
export const Waiting = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Null while there is no account. */
  username: z.nullable(z.string()),
  isVerified: z.boolean(),
  since: z.iso.datetime(),
  /** Somebody with this address was banned: that they wait is all that follows from it by itself. */
  wasBanned: z.boolean(),
})
export type Waiting = z.infer<typeof Waiting>

/** Oldest first. `search` is part of an address or a name. */
export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/door/queue',
  access: 'admin',
  query: z.object({
    ...paged.shape,
    search: z.optional(searchWords(limits.email)),
  }),
  response: z.object({
    waiting: z.array(Waiting).check(z.maxLength(limits.doorLinesPerPage)),
    next: Next,
  }),
})

/** Admits accounts, and mails bare addresses a code bound to them. Who is no longer in line is passed over. */
export const admit = endpoint({
  method: 'POST',
  path: '/api/admin/door/admissions',
  access: 'admin',
  body: z.object({
    ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(limits.doorLinesPerPage)),
  }),
  response: z.object({ admitted: z.int() }),
})

/** Takes somebody out of line, with a reason that they read. */
export const decline = endpoint({
  method: 'POST',
  path: '/api/admin/door/refusals',
  access: 'admin',
  body: z.object({ id: z.uuid(), reason: Reason }),
  response: Done,
  errors: [codes.notFound, 'note_missing'],
})

export const IssuedInvitation = z.object({
  id: z.uuid(),
  state: InvitationState,
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Who gave it; null for the club itself. */
  inviter: z.nullable(z.object({ id: z.uuid(), username: z.string() })),
  uses: z.int(),
  maxUses: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type IssuedInvitation = z.infer<typeof IssuedInvitation>

/** Every invitation, newest first. */
export const listIssued = endpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'admin',
  query: paged,
  response: z.object({
    invitations: z.array(IssuedInvitation).check(z.maxLength(limits.doorLinesPerPage)),
    next: Next,
  }),
})

/** The browser makes the id, as for `createInvitation`. */
export const issueInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  body: z.object({
    id: z.optional(z.uuid()),
    maxUses: z.int().check(z.gte(1), z.lte(limits.inviteUses)),
    /** Days until it expires. */
    days: z.int().check(z.gte(1), z.lte(limits.inviteDaysMax)),
    email: z.optional(Email),
    note: z.optional(NoteText(limits.doorReason)),
  }),
  response: z.object({ invitation: IssuedInvitation, code: z.string(), url: z.string() }),
  errors: [codes.conflict, codes.notFound],
})

export const revokeIssued = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/:invitationId/revocation',
  access: 'admin',
  params: z.object({ invitationId: z.uuid() }),
  response: Done,
  errors: [codes.notFound],
})

/** Who came by whom: the member first, then their branch to its ends; each entry names its parent. */
export const getBranch = endpoint({
  method: 'GET',
  path: '/api/admin/members/:userId/branch',
  access: 'admin',
  params: z.object({ userId: z.uuid() }),
  response: z.object({
    members: z
      .array(
        z.object({
          id: z.uuid(),
          username: z.string(),
          invitedBy: z.nullable(z.uuid()),
          joinedAt: z.iso.datetime(),
          isSuspended: z.boolean(),
        }),
      )
      .check(z.maxLength(limits.branchMembers)),
    hasMore: z.boolean(),
  }),
  errors: [codes.notFound],
})
