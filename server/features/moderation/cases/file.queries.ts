import type { CaseFile } from '#contract/moderation/cases.ts'
import type { CaseReport } from '#contract/moderation/caseFile.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { Involvement } from './cases.policy.ts'

type Row = Omit<CaseReport, 'reporter'> & { reporterId: string | null }

/** The latest reports and notices of a case; a notice's sender by the name they gave. */
export const listCaseReports = (on: Sql, caseId: string, limit: number): Promise<Row[]> =>
  on.rows<Row>(sql`
    select r.id, r.number, r.received_at, r.reason, r.details,
      coalesce(r.explanation, n.explanation) as explanation, n.location, r.evidence_id,
      r.reporter_id, n.name as notifier, r.is_trusted, r.unfounded_at is not null as is_unfounded
    from reports r left join notices n on n.id = r.notice_id
    where r.case_id = ${caseId} order by r.received_at desc, r.id desc limit ${limit}`)

export const listDecisions = (on: Sql, caseId: string): Promise<CaseFile['decisions']> =>
  on.rows(sql`
    select d.id, d.kind, p.username as by, d.decided_at as at, d.facts, d.rule, d.ends_at
    from case_decisions d left join profiles p on p.id = d.decided_by
    where d.case_id = ${caseId} order by d.turn desc`)

/** Whether somebody reported what a case is about. */
export async function hasReported(on: Sql, caseId: string, userId: string): Promise<boolean> {
  const row = await on.row(
    sql`select from reports where case_id = ${caseId} and reporter_id = ${userId} limit 1`,
  )
  return row !== undefined
}

/** Whether they did, and whether an appeal overturned what they decided, so that it is decided again. */
export async function findInvolvement(
  on: Sql,
  caseId: string,
  userId: string,
): Promise<Involvement> {
  const row = await on.row<Involvement>(sql`
    select exists (select from reports where case_id = ${caseId} and reporter_id = ${userId})
        as has_reported,
      exists (select from appeals a join reports r on r.id = a.report_id
        where r.case_id = ${caseId} and a.is_granted and a.decider_id = ${userId})
        as was_overturned`)
  return row!
}
