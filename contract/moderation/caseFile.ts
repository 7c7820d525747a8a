// What staff read of a case: whom it is about, the reports, the evidence as it was, what was decided.
import * as z from 'zod/mini'
import { noticeKinds } from '../contact.ts'
import { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { authorWords } from '../members/author.ts'
import { ReportReason, TargetKind } from './reports.ts'
import { StatementKind } from './statements.ts'

/** Due within 1, 4 and 72 hours (control D-07). */
export const Urgency = z.enum(['hour', 'hours', 'days'])
export type Urgency = z.infer<typeof Urgency>

export const decisionKinds = [
  'no_breach',
  'remove',
  'warn',
  'limit_posting',
  'suspend',
  'ban',
  'minor',
] as const
export const DecisionKind = z.enum(decisionKinds)
export type DecisionKind = z.infer<typeof DecisionKind>

/** One member's open reports are one case; a notice whose member is not found yet is a case of its own. */
export const CaseLine = z.object({
  id: z.uuid(),
  /** `C-2026-123456`. */
  number: z.string(),
  urgency: Urgency,
  openedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
  state: z.enum(['open', 'decided']),
  /** Whom it is about; null while unknown, or when the account is gone. */
  username: z.nullable(z.string()),
  targets: z.array(TargetKind),
  reasons: z.array(z.enum([...ReportReason.options, ...noticeKinds])),
  /** How many reports and notices it holds. */
  reports: z.int(),
  /** One of them is a trusted flagger's. */
  isTrusted: z.boolean(),
  /** The last decision, when there is one. */
  decision: z.nullable(DecisionKind),
  decidedAt: z.nullable(z.iso.datetime()),
  /** Its member may be a minor, and is suspended until somebody decides, `minor` or anything else: nobody has looked yet (`suspected`), or somebody has, and it waits for an ID (`asked`). */
  age: z.nullable(z.enum(['suspected', 'asked'])),
  /** A handing over to the authorities waits for another admin. */
  awaitsSecond: z.boolean(),
})
export type CaseLine = z.infer<typeof CaseLine>

/** One side of a case. Never a birthdate, never an address. */
export const Person = z.object({
  id: z.uuid(),
  username: z.string(),
  /** `YYYY-MM`. */
  memberSince: z.string(),
  isVerified: z.boolean(),
  isNew: z.boolean(),
  /** Reports about them: all, and those that led to a measure. */
  reportsAbout: z.int(),
  reportsUpheld: z.int(),
  /** Reports by them: all, and those a decider called manifestly unfounded. */
  reportsMade: z.int(),
  reportsUnfounded: z.int(),
  reportingLimitedUntil: z.nullable(z.iso.datetime()),
  postingLimitedUntil: z.nullable(z.iso.datetime()),
  suspendedUntil: z.nullable(z.iso.datetime()),
  isBanned: z.boolean(),
  /** Newest first. */
  statements: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      kind: StatementKind,
      startsAt: z.iso.datetime(),
      endsAt: z.nullable(z.iso.datetime()),
      liftedAt: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type Person = z.infer<typeof Person>

/** A post around the reported one, or what else was said at the table, as it was then. */
const ContextPost = z.object({
  author: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** The one the reported post quotes. */
  isQuoted: z.boolean(),
})

/** What was reported, as it was at that moment. */
export const Evidence = z.object({
  ...authorWords,
  id: z.uuid(),
  kind: TargetKind,
  frozenAt: z.iso.datetime(),
  author: z.string(),
  /** A post's text, a profile's, or what was said at a table. */
  text: z.nullable(z.string()),
  /** Where a post stood, and when it was written. */
  room: z.nullable(z.string()),
  createdAt: z.nullable(z.iso.datetime()),
  /** In the order in which they were written. */
  context: z.array(ContextPost),
  /** There is an image: `getEvidencePhoto`. */
  hasPhoto: z.boolean(),
  /** What it was taken from is no longer there, or no longer says the same. */
  isGone: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>

/** One report or one notice in a case. */
export const CaseReport = z.object({
  id: z.uuid(),
  number: z.string(),
  receivedAt: z.iso.datetime(),
  reason: z.enum([...ReportReason.options, ...noticeKinds]),
  details: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  /** A notice: where it says the content is. */
  location: z.nullable(z.string()),
  evidenceId: z.nullable(z.uuid()),
  /** A member; null for a notice, and when the account is gone. */
  reporter: z.nullable(Person),
  /** A notice's sender, as they call themselves. */
  notifier: z.nullable(z.string()),
  isTrusted: z.boolean(),
  isUnfounded: z.boolean(),
})
export type CaseReport = z.infer<typeof CaseReport>

export const Handover = z.object({
  id: z.uuid(),
  facts: z.string(),
  proposedBy: z.nullable(z.string()),
  proposedAt: z.iso.datetime(),
  /** Also `refused`, without an answer, once the proposer is no longer staff: it has to be proposed again. */
  state: z.enum(['proposed', 'confirmed', 'refused']),
  answeredBy: z.nullable(z.string()),
  answeredAt: z.nullable(z.iso.datetime()),
  /** Why the viewer may not confirm it (`same_decider`, `own_case`, `42501` for a moderator), or null. */
  refusal: z.nullable(ErrorCode),
})
export type Handover = z.infer<typeof Handover>

export const CaseFile = z.object({
  ...CaseLine.shape,
  /** Names all that bears on a decision, as this file has it: whom it is about, its reports, its evidence, and how their age stands. */
  version: z.string(),
  about: z.nullable(Person),
  /** In which the member reads a statement made now; null while nobody is known. */
  language: z.nullable(z.enum(['de', 'en'])),
  evidence: z.array(Evidence),
  /** The newest first, at most 50; `CaseLine.reports` counts them all. */
  latest: z.array(CaseReport).check(z.maxLength(limits.reportsPerPage)),
  /** Newest first. */
  decisions: z.array(
    z.object({
      id: z.uuid(),
      kind: DecisionKind,
      by: z.nullable(z.string()),
      at: z.iso.datetime(),
      facts: z.nullable(z.string()),
      rule: z.nullable(z.string()),
      endsAt: z.nullable(z.iso.datetime()),
    }),
  ),
  handovers: z.array(Handover),
  /** Why the viewer may not decide (`own_case`, `already_decided`, `same_decider`), or null. */
  refusal: z.nullable(ErrorCode),
  /** Why the viewer may neither suspend nor ban whom it is about (`staff_member`, `no_second_admin`, `last_admin`), or null. */
  keepOutRefusal: z.nullable(ErrorCode),
  needsSecondAdmin: z.boolean(),
})
export type CaseFile = z.infer<typeof CaseFile>
