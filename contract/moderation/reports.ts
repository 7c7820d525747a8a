// How members report a profile, photo, post or message, and read what became of it.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { Appeal } from './appeals.ts'
import { endpoint } from '../endpoint.ts'
import { cleanedText, key, atMost } from '../fields.ts'
import { limits } from '../limits.ts'
import { NoteText } from '../posts/textFields.ts'
import { cleanWords } from '../words.ts'

/** In the order in which they are offered. */
export const reportReasons = [
  'harassment',
  'scam',
  'spam',
  'intimate',
  'doxxing',
  'threat',
  'minor',
  'illegal',
  'other',
] as const
export const ReportReason = z.enum(reportReasons, key('reason_required'))
export type ReportReason = z.infer<typeof ReportReason>

/** What stands where staff may come upon it by themselves. */
export const openKinds = ['post', 'profile', 'photo'] as const
const targetKinds = [...openKinds, 'message'] as const
export const TargetKind = z.enum(targetKinds)
export type TargetKind = z.infer<typeof TargetKind>

/** What somebody reports: a post's id, a member's (their profile), a photo's, or that of what the other said at their table. */
export const ReportTarget = z.object({ kind: TargetKind, id: z.uuid() })
export type ReportTarget = z.infer<typeof ReportTarget>

/** `R-2026-123456`. */
const ReportNumber = z.string().check(z.regex(/^R-\d{4}-\d{6}$/, { error: 'invalid' }))

const Details = cleanedText(cleanWords, 'invalid').check(
  atMost(limits.reportDetails, 'text_too_long'),
)

/** How it ended, for the one who reported. `acted`: a measure against the account. */
export const ReportOutcome = z.enum(['no_breach', 'removed', 'acted'])
export type ReportOutcome = z.infer<typeof ReportOutcome>

/** The case page of the one who reported: of the other, nothing beyond what was reported. */
export const Report = z.object({
  /** `R-2026-123456`. */
  number: z.string(),
  targetKind: TargetKind,
  /** The words as they were reported, of a post or at a table, without names the reader may not see by now; null for a profile or a photo. */
  text: z.nullable(z.string()),
  reason: ReportReason,
  details: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  receivedAt: z.iso.datetime(),
  /** When a decision is due. */
  dueAt: z.iso.datetime(),
  state: z.enum(['received', 'decided']),
  decidedAt: z.nullable(z.iso.datetime()),
  outcome: z.nullable(ReportOutcome),
  /** Only against "no breach", and for six months. */
  mayAppeal: z.boolean(),
  appealUntil: z.nullable(z.iso.datetime()),
  appeal: z.nullable(Appeal),
})
export type Report = z.infer<typeof Report>

/** Of something the viewer sees, and not of themselves. The id is made in the browser; a repeat gives the first. */
export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  body: z
    .object({
      id: z.uuid(),
      target: ReportTarget,
      reason: ReportReason,
      details: z.optional(Details),
      /** For `illegal`, and only for it: Art. 16 (2) DSA. */
      illegal: z.optional(
        z.object({
          explanation: NoteText(limits.noticeText),
          isGoodFaith: z.literal(true, { error: 'good_faith_required' }),
        }),
      ),
    })
    .check(
      z.refine(({ reason, illegal }) => reason !== 'illegal' || illegal !== undefined, {
        path: ['illegal', 'explanation'],
        error: 'text_missing',
      }),
    ),
  response: Report,
  errors: [codes.notFound, 'own_case', 'reporting_limited', codes.conflict],
})

/** The viewer's own, newest first. */
export const listReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  access: 'account',
  query: z.object({ before: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({
    reports: z.array(Report).check(z.maxLength(limits.reportsPerPage)),
    next: z.nullable(z.string()),
    /** Until when the viewer cannot report, or null. */
    limitedUntil: z.nullable(z.iso.datetime()),
  }),
})

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reports/:number',
  access: 'account',
  params: z.object({ number: ReportNumber }),
  response: Report,
  errors: [codes.notFound],
})
