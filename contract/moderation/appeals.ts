// Appeals against a restriction or a "no breach": somebody else than the first decider answers them.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { codes, ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { NoteText } from '../posts/textFields.ts'
import { MailToken } from '../tokens.ts'

const AppealText = NoteText(limits.appealText)

/** An appeal as the one who made it sees it. Somebody else than the first decider answers it. */
export const Appeal = z.object({
  id: z.uuid(),
  text: z.string(),
  receivedAt: z.iso.datetime(),
  /** When an answer is due. */
  dueAt: z.iso.datetime(),
  decidedAt: z.nullable(z.iso.datetime()),
  /** Null while it waits. Granted: the restriction is lifted, or the report is looked at again. */
  isGranted: z.nullable(z.boolean()),
  answer: z.nullable(z.string()),
})
export type Appeal = z.infer<typeof Appeal>

const appealErrors = [codes.notFound, 'already_appealed', 'appeal_closed'] as const

/** Against a restriction, within six months; the id is made in the browser, a repeat gives the first. */
export const appealStatement = endpoint({
  method: 'POST',
  path: '/api/statements/:statementId/appeals',
  access: 'account',
  params: z.object({ statementId: z.uuid() }),
  body: z.object({ id: z.uuid(), text: AppealText }),
  response: Appeal,
  errors: appealErrors,
})

/** By the one who reported, against "no breach". */
export const appealReport = endpoint({
  method: 'POST',
  path: '/api/reports/:number/appeals',
  access: 'account',
  params: z.object({ number: z.string().check(z.regex(/^R-\d{4}-\d{6}$/, { error: 'invalid' })) }),
  body: z.object({ id: z.uuid(), text: AppealText }),
  response: Appeal,
  errors: appealErrors,
})

/** By the link in the mail about a restriction, without a log-in. */
export const appealByLink = endpoint({
  method: 'POST',
  path: '/api/statement-links/appeals',
  access: 'visitor',
  body: z.object({ token: MailToken, id: z.uuid(), text: AppealText }),
  response: Appeal,
  errors: ['invalid_link', 'already_appealed', 'appeal_closed'],
})

/** An appeal on the desk. */
export const AppealLine = z.object({
  ...Appeal.shape,
  against: z.enum(['statement', 'report']),
  /** What is appealed against: the statement's number, or the report's. */
  number: z.string(),
  /** The case it came from, where there is one. */
  caseId: z.nullable(z.uuid()),
  /** Who appeals; null when the account is gone. */
  username: z.nullable(z.string()),
  /** In which they read the answer; null when the account is gone. */
  language: z.nullable(z.enum(['de', 'en'])),
  /** What was decided, in the desk's words. */
  decision: z.object({
    kind: z.string(),
    facts: z.nullable(z.string()),
    rule: z.nullable(z.string()),
    /** Until when, if it ends by itself. */
    endsAt: z.nullable(z.iso.datetime()),
    /** When it was lifted, if it was: an answer is due all the same. */
    liftedAt: z.nullable(z.iso.datetime()),
    /** Null when the account is gone. */
    by: z.nullable(z.string()),
    at: z.iso.datetime(),
  }),
  isOverdue: z.boolean(),
  answeredBy: z.nullable(z.string()),
  /** Why the viewer may not decide it (`same_decider`, `own_case`), or null. */
  refusal: z.nullable(ErrorCode),
})
export type AppealLine = z.infer<typeof AppealLine>

/** Open ones, the next due first; decided ones, newest first. Pages by `next`. */
export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/desk/appeals',
  access: 'moderator',
  query: z.object({
    state: z.optional(z.enum(['open', 'decided'])),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    appeals: z.array(AppealLine).check(z.maxLength(limits.casesPerPage)),
    next: z.nullable(z.string()),
    /** How many wait in all. */
    open: z.int(),
    /** True while nobody but the first decider could answer: appeals wait, and their clock runs. */
    needsSecondAdmin: z.boolean(),
  }),
})

/** The answer is mailed; granted lifts the restriction, or opens the case again, at once; of a suspension or a ban with a fresh proof. */
export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/desk/appeals/:appealId/decision',
  access: 'moderator',
  params: z.object({ appealId: z.uuid() }),
  body: z.object({ isGranted: z.boolean(), answer: NoteText(limits.appealText) }),
  response: AppealLine,
  errors: [codes.notFound, 'already_decided', 'same_decider', 'own_case', 'proof_needed'],
})
