import type { ErrorCode } from '#contract/errors.ts'
import { appealDeadline } from '#server/features/moderation/statements/statements.policy.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { raiseUrgency, reopenCase } from './cases.queries.ts'
import { copyEvidence } from '#server/features/moderation/reports/evidence.ts'
import {
  caseDueDate,
  deadlineHours,
  toOutcome,
} from '#server/features/moderation/reports/reports.policy.ts'
import {
  clearUnfounded,
  findOwnReport,
  findReport,
  moveReport,
  type ReportRow,
} from '#server/features/moderation/reports/reports.queries.ts'

type Refusal = Extract<ErrorCode, 'already_appealed' | 'appeal_closed'>
type Appealable = { id: string; deciderId: string | null; refusal: Refusal | null }

type Ended = Pick<ReportRow, 'decidedAt' | 'decision' | 'isUnfounded'>

/** Whether it ended with "no breach", and has not been opened again. */
const wasNoBreach = ({ decidedAt, decision, isUnfounded }: Ended): boolean =>
  decidedAt !== null && toOutcome(decision, isUnfounded) === 'no_breach'

/** A report of theirs, and why its reporter cannot object now: only to "no breach", for six months. */
export async function reportToAppeal(
  { db, now }: App,
  reporterId: string,
  number: string,
): Promise<Appealable | null> {
  const row = await findOwnReport(db, reporterId, number)
  if (!row) return null
  const { id, deciderId, decidedAt, appeal } = row
  const isOpen =
    decidedAt !== null && wasNoBreach(row) && now() <= appealDeadline(new Date(decidedAt))
  return { id, deciderId, refusal: appeal ? 'already_appealed' : isOpen ? null : 'appeal_closed' }
}

/** Its case is decided again, with whatever else its member is reported for by now. */
export async function reopenReport(tx: Sql, app: App, reportId: string): Promise<void> {
  const report = await findReport(tx, reportId)
  if (!report) return
  await clearUnfounded(tx, reportId)
  // another's appeal opened it before, and perhaps it was decided otherwise by now
  if (!wasNoBreach(report)) return
  const hours = deadlineHours(report.reason)
  const dueAt = caseDueDate(hours, app.now())
  const other = await reopenCase(tx, report.caseId, dueAt)
  if (!other) return
  await raiseUrgency(tx, other, { hours, isTrusted: report.isTrusted, dueAt })
  const evidenceId = report.evidenceId && (await copyEvidence(app, tx, report.evidenceId, other))
  await moveReport(tx, reportId, { caseId: other, evidenceId })
}
