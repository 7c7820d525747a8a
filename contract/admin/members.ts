// How admins find members, and change roles, which takes two of them.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { VerificationStatus } from '../accounts/session.ts'
import { endpoint, Done } from '../endpoint.ts'
import { searchWords } from '../fields.ts'
import { limits } from '../limits.ts'
import { After, Next } from '../paging.ts'
import { StaffRole } from '../roles.ts'

/** How an account stands with the club. */
export const Standing = z.enum(['member', 'waiting', 'unconfirmed', 'suspended'])

/** A member as admins see one. Addresses, birthdates, documents and passwords are no part of it. */
export const MemberLine = z.object({
  id: z.uuid(),
  username: z.string(),
  since: z.iso.datetime(),
  standing: Standing,
  verificationStatus: VerificationStatus,
  roles: z.array(StaffRole),
})
export type MemberLine = z.infer<typeof MemberLine>

/** By the beginning of a username, or by a whole address; without either, who works for the club. */
export const findMembers = endpoint({
  method: 'GET',
  path: '/api/admin/members',
  access: 'admin',
  query: z.object({
    search: z.optional(searchWords(limits.email)),
    after: z.optional(After),
  }),
  response: z.object({
    members: z.array(MemberLine).check(z.maxLength(limits.membersPerPage)),
    next: Next,
    /** How many admins could act now: with one, nobody can confirm a change of roles. */
    admins: z.int(),
  }),
})

/** A change of roles that waits for a second admin. */
export const RoleChange = z.object({
  id: z.uuid(),
  member: z.object({ id: z.uuid(), username: z.string() }),
  role: StaffRole,
  isGrant: z.boolean(),
  requestedBy: z.object({ id: z.uuid(), username: z.string() }),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** False for the admin who requested the change and for the member whose role it is. */
  mayConfirm: z.boolean(),
  mayDrop: z.boolean(),
})
export type RoleChange = z.infer<typeof RoleChange>

const memberId = z.object({ memberId: z.uuid() })

export const readMember = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId',
  access: 'admin',
  params: memberId,
  response: z.extend(MemberLine, {
    /** Rooms they belong to now. */
    rooms: z.int(),
    /** Statements of reasons they were given. */
    statements: z.int(),
    changes: z.array(RoleChange),
  }),
  errors: [codes.notFound],
})

/** Asks for a role to be given or taken back; it is when another admin confirms it. */
export const requestRoleChange = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/roles',
  access: 'admin',
  params: memberId,
  body: z.object({ role: StaffRole, isGrant: z.boolean() }),
  response: RoleChange,
  errors: [
    codes.notFound,
    'proof_needed',
    codes.conflict,
    'no_second_admin',
    'last_admin',
    'member_unconfirmed',
  ],
})

/** Those of the last days that nobody decided yet, the oldest first. */
export const listRoleChanges = endpoint({
  method: 'GET',
  path: '/api/admin/roles',
  access: 'admin',
  response: z.object({ changes: z.array(RoleChange) }),
})

const changeId = z.object({ changeId: z.uuid() })

/** From the member's next call on they have the role, or have it no more. Of two that confirm, one does. */
export const confirmRoleChange = endpoint({
  method: 'POST',
  path: '/api/admin/roles/:changeId/confirmation',
  access: 'admin',
  params: changeId,
  response: Done,
  errors: [codes.notFound, 'proof_needed', 'own_role', 'last_admin', 'member_unconfirmed'],
})

/** By any admin. */
export const dropRoleChange = endpoint({
  method: 'DELETE',
  path: '/api/admin/roles/:changeId',
  access: 'admin',
  params: changeId,
  response: Done,
  errors: [codes.notFound, 'own_role'],
})
