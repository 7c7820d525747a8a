// Reports as their sender finds them and as a case gathers them, and which are trusted or unfounded.
import type { DecisionKind } from '#contract/moderation/cases.ts'
import type { Report, ReportReason, TargetKind } from '#contract/moderation/reports.ts'
import { ownAppealSql } from '#server/features/moderation/appeals/appeals.queries.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'

type NewReport = {
  id: string
  caseId: string
  reporterId: string | null
  noticeId: string | null
  evidenceId: string | null
  targetKind: TargetKind | null
  reason: string
  details: string | null
  explanation: string | null
  receivedAt: Date
  isTrusted: boolean
}

/** Answers false when its number is there already; an id that is taken fails. */
export async function insertReport(on: Sql, one: NewReport, number: string): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into reports (id, number, case_id, reporter_id, notice_id, evidence_id, target_kind, reason,
      details, explanation, received_at, is_trusted)
    values (${one.id}, ${number}, ${one.caseId}, ${one.reporterId}, ${one.noticeId},
      ${one.evidenceId}, ${one.targetKind}, ${one.reason}, ${one.details}, ${one.explanation},
      ${one.receivedAt.toISOString()}, ${one.isTrusted})
    on conflict (number) do nothing`)
  return inserted > 0
}

export type ReportRow = Pick<
  Report,
  'number' | 'details' | 'explanation' | 'receivedAt' | 'appeal'
> & {
  id: string
  caseId: string
  reporterId: string | null
  evidenceId: string | null
  targetKind: TargetKind
  reason: ReportReason
  isTrusted: boolean
  isUnfounded: boolean
  decidedAt: string | null
  decision: DecisionKind | null
  deciderId: string | null
}

const reports = sql`
  select r.id, r.number, r.case_id, r.reporter_id, r.evidence_id, r.target_kind, r.reason, r.details,
    r.explanation, r.received_at, r.is_trusted, r.unfounded_at is not null as is_unfounded, c.decided_at,
    d.kind as decision, d.decided_by as decider_id,
    ${ownAppealSql(sql`a.report_id = r.id`)} as appeal
  from reports r join cases c on c.id = r.case_id
  left join lateral (select k.kind, k.decided_by from case_decisions k
    where k.case_id = c.id and c.decided_at is not null order by k.turn desc limit 1) d on true`

export const findReport = (on: Sql, id: string): Promise<ReportRow | undefined> =>
  on.row<ReportRow>(sql`${reports} where r.id = ${id}`)

export const findOwnReport = (
  on: Sql,
  reporterId: string,
  number: string,
): Promise<ReportRow | undefined> =>
  on.row<ReportRow>(sql`${reports} where r.reporter_id = ${reporterId} and r.number = ${number}`)

/** Newest first. */
export const listOwnReports = (
  on: Sql,
  reporterId: string,
  page: PageRequest,
): Promise<PagedList<ReportRow>> => {
  const list = {
    rows: reports,
    where: sql`r.reporter_id = ${reporterId}`,
    by: [sql`r.received_at`, sql`r.id`],
    isNewestFirst: true,
    cursorOf: ({ receivedAt, id }: ReportRow) => ({ at: receivedAt, id }),
  }
  return pagedList(on, list, page)
}

/** Whether an address is of a trusted flagger's domain, or of one below it; who typed it is another question. */
export async function isFlaggers(on: Sql, email: string | null): Promise<boolean> {
  if (email === null) return false
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const row = await on.row(sql`
    select from trusted_flaggers where ${domain} = domain or ${domain} like '%.' || domain limit 1`)
  return row !== undefined
}

/** Whether a member is one of a trusted flagger's, by an address they have confirmed. */
export async function isTrustedMember(
  on: Sql,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  if (!(await isFlaggers(on, email))) return false
  const row = await on.row(sql`
    select from users where id = ${userId} and email = ${email} and email_confirmed_at is not null`)
  return row !== undefined
}

/** What came by a notice, and its case while that is open, stands where a trusted flagger's does. */
export async function trustReport(on: Sql, noticeId: string): Promise<void> {
  await on.run(sql`
    with trusted as (
      update reports set is_trusted = true where notice_id = ${noticeId} returning case_id)
    update cases set is_trusted = true
    where id in (select case_id from trusted) and decided_at is null`)
}

/** Who reported something in a case, each once. */
export async function listReporters(on: Sql, caseId: string): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select distinct reporter_id as id from reports
    where case_id = ${caseId} and reporter_id is not null order by 1`)
  return rows.map(({ id }) => id)
}

/** What else somebody is reported for. */
export const listOtherReasons = (
  on: Sql,
  caseId: string,
  but: string,
): Promise<{ reason: string; receivedAt: string }[]> =>
  on.rows(
    sql`select reason, received_at from reports where case_id = ${caseId} and reason <> ${but}`,
  )

/** By whom, where that is a member and still one. */
type Told = { id: string; number: string; reporterId: string | null }

export const listReportsInCase = (on: Sql, caseId: string): Promise<Told[]> =>
  on.rows<Told>(sql`
    select id, number, reporter_id from reports where case_id = ${caseId} order by received_at, id`)

/** Answers who made them. */
export async function markUnfounded(
  on: Sql,
  caseId: string,
  ids: readonly string[],
  at: Date,
): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    update reports set unfounded_at = ${at.toISOString()}
    where case_id = ${caseId} and id = any (${ids}::uuid[]) and reporter_id is not null
      and unfounded_at is null
    returning reporter_id as id`)
  return [...new Set(rows.map(({ id }) => id))].sort()
}

export async function countUnfounded(on: Sql, reporterId: string, since: Date): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*) from reports
    where reporter_id = ${reporterId} and unfounded_at > ${since.toISOString()}`)
  return row?.count ?? 0
}

export async function moveReports(on: Sql, from: string, to: string): Promise<void> {
  await on.run(sql`update reports set case_id = ${to} where case_id = ${from}`)
}

/** A report that is looked at again is no longer an unfounded one. */
export async function clearUnfounded(on: Sql, reportId: string): Promise<void> {
  await on.run(sql`update reports set unfounded_at = null where id = ${reportId}`)
}

type Destination = { caseId: string; evidenceId: string | null }

export async function moveReport(on: Sql, id: string, to: Destination): Promise<void> {
  await on.run(sql`
    update reports set case_id = ${to.caseId}, evidence_id = ${to.evidenceId} where id = ${id}`)
}
