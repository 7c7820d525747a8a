// What members report, and the desk that decides about it.
import {
  decideCase,
  getCase,
  listCases,
  type CaseFile,
  type ListedCase,
  type OwnCaseTarget,
} from '#contract/moderation/cases.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { createReport, type Report, type ReportTarget } from '#contract/moderation/reports.ts'
import { listStatements, type Statement } from '#contract/moderation/statements.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

type As = { cookie: string }
type Staff = As & { userId: string }
type Body = RequestOf<typeof createReport>['body']

export const aReport = (target: ReportTarget, fields: Partial<Body> = {}): Body => ({
  id: uuid(),
  target,
  reason: 'harassment',
  ...fields,
})

/** What somebody is reported for, which must be taken. */
export async function reportTarget(
  club: Club,
  who: As,
  target: ReportTarget,
  fields: Partial<Body> = {},
): Promise<Report> {
  const made = await club.call(who, createReport, { body: aReport(target, fields) })
  if (!made.ok) throw new Error(made.code)
  return made.answer
}

export const profileTarget = ({ userId }: { userId: string }): OwnCaseTarget => ({
  kind: 'profile',
  id: userId,
})

export async function queue(
  club: Club,
  staff: As,
  state: 'open' | 'decided' = 'open',
): Promise<ListedCase[]> {
  const listed = await club.call(staff, listCases, { query: { state } })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer.cases
}

export async function readFileAtDesk(club: Club, staff: As, caseId: string): Promise<CaseFile> {
  const got = await club.call(staff, getCase, { params: { caseId } })
  if (!got.ok) throw new Error(got.code)
  return got.answer
}

export const GROUNDS = {
  ground: 'terms' as const,
  rule: 'House rules, 2: be kind',
  facts: 'You insulted somebody in a room.',
}

type Decided = RequestOf<typeof decideCase>['body']
type Decision = Omit<Decided, 'reports'> & Partial<Pick<Decided, 'reports'>>

/** With a fresh proof, by somebody who has read all that was reported, unless it is said how many they read. */
export async function decide(club: Club, staff: Staff, caseId: string, decision: Decision) {
  await proveSession(club, staff)
  const held = await club.db.row<{ reports: number }>(
    sql`select count(*) as reports from reports where case_id = ${caseId}`,
  )
  return club.call(staff, decideCase, { params: { caseId }, body: { ...held!, ...decision } })
}

/** A decision that must be taken; answers the file. */
export async function postDecision(
  club: Club,
  staff: Staff,
  caseId: string,
  decision: Decision,
): Promise<CaseFile> {
  const made = await decide(club, staff, caseId, decision)
  if (!made.ok) throw new Error(made.code)
  return made.answer
}

export async function readStatements(club: Club, who: As): Promise<Statement[]> {
  const got = await club.call(who, listStatements, {})
  if (!got.ok) throw new Error(got.code)
  return got.answer.statements
}
