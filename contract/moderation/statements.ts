// The reasons given to a restricted member (Art. 17 DSA), and how they read, object to and end them.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { Appeal } from './appeals.ts'
import { endpoint, Done } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { NoteText } from '../posts/textFields.ts'
import { TargetKind } from './reports.ts'
import { MailToken } from '../tokens.ts'

/**
 * What the club restricts, each with a statement of reasons (Art. 17 DSA). A warning restricts
 * nothing and is told in the same form; the last two are about reporting (Art. 23 DSA).
 */
export const statementKinds = [
  'removal',
  'warning',
  'posting_limit',
  'suspension',
  'ban',
  'reporting_warning',
  'reporting_limit',
] as const
export const StatementKind = z.enum(statementKinds)
export type StatementKind = z.infer<typeof StatementKind>

/** What it rests on: the club's rules, or a law. */
export const StatementGround = z.enum(['terms', 'law'])
export type StatementGround = z.infer<typeof StatementGround>

/**
 * What came back of a removal that was lifted: all of it; what nothing else stands for by now; none,
 * because something else does, or because it is no longer kept.
 */
export const Restored = z.enum(['whole', 'part', 'no_room', 'not_kept'])
export type Restored = z.infer<typeof Restored>

export const Statement = z.object({
  id: z.uuid(),
  /** `S-2026-123456`. */
  number: z.string(),
  kind: StatementKind,
  /** What was removed, for `removal`. */
  removed: z.nullable(
    z.object({
      kind: TargetKind,
      /** The text that was removed, if it was text; of a message as long as one may object, and not once it is back. */
      text: z.nullable(z.string()),
    }),
  ),
  /** From the moment it was made known. */
  startsAt: z.iso.datetime(),
  /** Null: without an end. */
  endsAt: z.nullable(z.iso.datetime()),
  facts: z.string(),
  ground: StatementGround,
  /** The rule or the law, as the desk names it. */
  rule: z.string(),
  /** Only of a suspension that waits for a person, who decides within the hour whether somebody is a minor. */
  isAutomated: z.boolean(),
  /** What drew the club's attention to it. */
  source: z.enum(['report', 'notice', 'own']),
  /** When it was lifted before its end, if it was. */
  liftedAt: z.nullable(z.iso.datetime()),
  /** What came back then, for `removal`. */
  restored: z.nullable(Restored),
  /** How to object, in full sentences and in the language the statement was made in. */
  redress: z.string(),
  language: z.enum(['de', 'en']),
  /** The last day on which it can be appealed against. */
  appealUntil: z.iso.datetime(),
  mayAppeal: z.boolean(),
  appeal: z.nullable(Appeal),
})
export type Statement = z.infer<typeof Statement>

/** A member's own, newest first; also while suspended or banned. */
export const listStatements = endpoint({
  method: 'GET',
  path: '/api/statements',
  access: 'account',
  response: z.object({ statements: z.array(Statement) }),
})

/** By the link in the mail, without a log-in. */
export const readStatementByLink = endpoint({
  method: 'POST',
  path: '/api/statement-links/read',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Statement,
  errors: ['invalid_link'],
})

/**
 * Ends a restriction before its time; its member is notified. What was removed is there again, unless
 * something else stands in its place or, six months after, it is no longer kept. A suspension or a ban takes a fresh
 * proof, as when it was imposed.
 */
export const liftStatement = endpoint({
  method: 'POST',
  path: '/api/desk/statements/:statementId/lift',
  access: 'moderator',
  params: z.object({ statementId: z.uuid() }),
  body: z.object({ reason: NoteText(limits.statementFacts) }),
  response: Done,
  errors: [codes.notFound, 'already_decided', 'own_case', 'proof_needed'],
})

/** The `until` of a limit without an end. */
export const BANNED_UNTIL = '9999-12-31T00:00:00.000Z'
