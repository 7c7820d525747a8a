// The start page of staff, the club's health in weekly sums, its settings and the audit log.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'

/** What may wait for staff, in the order of the start page. Moderators see `reports` alone. */
export const Waits = z.enum([
  'reports',
  'verifications',
  'line',
  'messages',
  'requests',
  'declarations',
  'roles',
  'retention',
])
export type Waits = z.infer<typeof Waits>

/** What waits for staff, by kind. */
export const getStart = endpoint({
  method: 'GET',
  path: '/api/house/start',
  access: 'moderator',
  response: z.object({
    waits: z.array(
      z.object({
        kind: Waits,
        count: z.int(),
        /** Since when the oldest waits. */
        oldest: z.nullable(z.iso.datetime()),
        /** By when the first of them has to be done; null where nobody was promised a time. */
        due: z.nullable(z.iso.datetime()),
        /** How many have waited longer than they should. */
        overdue: z.int(),
      }),
    ),
    /** One admin alone can confirm no role and answer no appeal against themselves. */
    needsSecondAdmin: z.boolean(),
  }),
})

/** A number of people; null where it is so small that it could tell of somebody. */
const People = z.nullable(z.int())

/** The club week by week, the running one last; sums of everybody, of nobody in particular. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  response: z.object({
    weeks: z.array(
      z.object({
        /** Its Monday in Berlin. */
        week: z.iso.date(),
        /** Accounts made. */
        newcomers: People,
        /** People let in. */
        admitted: People,
        /** Of these, who wrote something within 24 hours. */
        firstPost: People,
        /** Who wrote something and had in an earlier week. */
        returning: People,
        posts: People,
        /** Reports per 1,000 posts. */
        reports: z.nullable(z.number()),
      }),
    ),
  }),
})

export const ClubSettings = z.object({
  /** Strangers do not learn whether an address is known here. */
  isDiscreet: z.boolean(),
  /** Only a club that asks for confirmed addresses can be discreet. */
  mayBeDiscreet: z.boolean(),
})
export type ClubSettings = z.infer<typeof ClubSettings>

export const getClubSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  response: ClubSettings,
})

export const setClubSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  body: z.object({ isDiscreet: z.boolean() }),
  response: ClubSettings,
  errors: ['confirmation_off'],
})

/** An entry of the audit log. */
export const AuditLine = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null: the club itself, or somebody at its command line. A name is null when the account is gone. */
  actor: z.nullable(z.object({ id: z.uuid(), username: z.nullable(z.string()) })),
  /** Whom or what it was about. */
  subject: z.nullable(z.object({ id: z.uuid(), username: z.nullable(z.string()) })),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type AuditLine = z.infer<typeof AuditLine>

/** Newest first; pages by the last line of the one before. Looking at it is an entry itself. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  query: z.object({
    action: z.optional(z.string().check(z.regex(/^[a-z_]{3,60}$/, { error: 'invalid' }))),
    /** The beginning of a username. */
    actor: z.optional(z.string().check(z.trim(), z.maxLength(limits.username.max))),
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: 'invalid' }))),
  }),
  response: z.object({
    entries: z.array(AuditLine).check(z.maxLength(limits.auditPerPage)),
    hasMore: z.boolean(),
    /** Every act there is an entry of. */
    actions: z.array(z.string()),
  }),
})
