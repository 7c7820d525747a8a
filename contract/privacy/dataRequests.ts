// Requests under the GDPR: how members make them, and admins answer, extend or restrict; retention.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Day } from '../fields.ts'
import { NoteText } from '../posts/textFields.ts'
import { limits } from '../limits.ts'

/** What somebody may ask by right (Art. 15 to 18, 20, 21 GDPR). */
export const RequestKind = z.enum([
  'access',
  'rectification',
  'erasure',
  'restriction',
  'portability',
  'objection',
])
export type RequestKind = z.infer<typeof RequestKind>

const RequestText = NoteText(limits.requestText)

/** A request as the one who made it sees it. */
export const DataRequest = z.object({
  id: z.uuid(),
  /** `DS-2026-000123`. */
  number: z.string(),
  kind: RequestKind,
  /** Null where the club itself noted one that was answered at once. */
  text: z.nullable(z.string()),
  receivedAt: z.iso.datetime(),
  /** A month later (Art. 12 (3) GDPR), or as extended. */
  dueAt: z.iso.datetime(),
  extensionReason: z.nullable(z.string()),
  closedAt: z.nullable(z.iso.datetime()),
  answer: z.nullable(z.string()),
})
export type DataRequest = z.infer<typeof DataRequest>

export const listOwnRequests = endpoint({
  method: 'GET',
  path: '/api/mine/requests',
  access: 'account',
  response: z.object({ requests: z.array(DataRequest) }),
})

export const makeRequest = endpoint({
  method: 'POST',
  path: '/api/mine/requests',
  access: 'account',
  body: z.object({ id: z.uuid(), kind: RequestKind, text: RequestText }),
  response: DataRequest,
  errors: [codes.conflict],
})

/** A request as admins see it: whose it is they see by name, unless the account is gone. */
export const RequestLine = z.object({
  ...DataRequest.shape,
  userId: z.nullable(z.uuid()),
  username: z.nullable(z.string()),
  /** True from day 21 on while it is open. */
  isUrgent: z.boolean(),
  isRestricted: z.boolean(),
})
export type RequestLine = z.infer<typeof RequestLine>

/** Open ones first, the next due at the top. */
export const listRequests = endpoint({
  method: 'GET',
  path: '/api/admin/requests',
  access: 'admin',
  query: z.object({
    state: z.optional(z.enum(['open', 'closed'])),
    before: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ requests: z.array(RequestLine), next: z.nullable(z.string()) }),
})

const requestId = z.object({ requestId: z.uuid() })

/** Extends the time to answer by up to two months, once, with a reason its author reads. */
export const extendRequest = endpoint({
  method: 'POST',
  path: '/api/admin/requests/:requestId/extension',
  access: 'admin',
  params: requestId,
  body: z.object({ reason: RequestText }),
  response: RequestLine,
  errors: ['proof_needed', codes.notFound, 'already_decided', 'own_submission'],
})

/** Answers and closes a request. The mail only says that there is news; the answer is read in the settings. */
export const answerRequest = endpoint({
  method: 'POST',
  path: '/api/admin/requests/:requestId/answer',
  access: 'admin',
  params: requestId,
  body: z.object({
    answer: RequestText,
    /** For `rectification` of the birthdate, which nobody can change themselves: below 18 it suspends, which nobody of the staff is while they hold a role. */
    birthdate: z.optional(Day),
  }),
  response: RequestLine,
  errors: [
    'proof_needed',
    codes.notFound,
    'already_decided',
    'own_submission',
    'last_admin',
    'no_second_admin',
    'staff_member',
  ],
})

/** Art. 18 GDPR: kept, shown to nobody, used for nothing, not deleted by age either; its end is announced by mail. */
export const restrictProcessing = endpoint({
  method: 'PUT',
  path: '/api/admin/requests/:requestId/restriction',
  access: 'admin',
  params: requestId,
  body: z.object({ isRestricted: z.boolean() }),
  response: RequestLine,
  errors: ['proof_needed', codes.notFound, 'own_submission'],
})

/** What happens when something has been kept as long as it may. */
const RetentionAct = z.enum([
  'delete',
  /** The key goes, and with it every copy. */
  'shred',
  /** The person goes from it, or all of it where nothing else is left. */
  'forget_whose',
  /** What it held goes; that there was one stays. */
  'expire',
])

/** One rule of retention, and the proof that it is kept; `contract/privacy/retention.ts` says how long, and since when. */
export const RetentionLine = z.object({
  rule: z.string(),
  act: RetentionAct,
  /** Why that long, as it is cited. */
  law: z.object({ de: z.string(), en: z.string() }),
  /** When a daily run asked it last, and how much it removed then. */
  askedAt: z.nullable(z.iso.datetime()),
  removed: z.nullable(z.int()),
  /** Removed within the last 30 days. */
  removedRecently: z.int(),
  /** Rows older than their limit: 0 is the promise. Null where the rule binds no rows of this database. */
  overdue: z.nullable(z.int()),
})
export type RetentionLine = z.infer<typeof RetentionLine>

export const listRetention = endpoint({
  method: 'GET',
  path: '/api/admin/retention',
  access: 'admin',
  response: z.object({
    rules: z.array(RetentionLine),
    /** When the rows were counted. */
    countedAt: z.nullable(z.iso.datetime()),
  }),
})
