import { sql, type Sql } from '#server/platform/database/database.ts'

type AgeCheck = {
  id: string
  userId: string
  caseId: string
  statementId: string
  at: Date
  proofDueAt: Date
}

/** What of an earlier or a present suspicion bears on the next one. */
export async function findEarlierChecks(
  on: Sql,
  userId: string,
): Promise<{ isOpen: boolean; wasAdult: boolean }> {
  const row = await on.row<{ isOpen: boolean; wasAdult: boolean }>(sql`
    select coalesce(bool_or(decided_at is null), false) as is_open,
      coalesce(bool_or(outcome = 'adult'), false) as was_adult
    from age_checks where user_id = ${userId}`)
  return row!
}

/** How many wait for a decision because a member reported them. */
export async function countWaiting(on: Sql, reporterId: string): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*) from age_checks g where g.decided_at is null and exists (
      select from reports r where r.case_id = g.case_id and r.reporter_id = ${reporterId}
        and r.reason = 'minor')`)
  return row?.count ?? 0
}

/** Whether a person found that somebody is a minor, and nobody found since that they are not. */
export const isFoundMinor = async (on: Sql, userId: string): Promise<boolean> =>
  (await on.row(sql`
    select from age_checks where user_id = ${userId} and outcome = 'minor' limit 1`)) !== undefined

export async function insertCheck(on: Sql, one: AgeCheck): Promise<void> {
  await on.run(sql`
    insert into age_checks (id, user_id, case_id, statement_id, opened_at, proof_due_at)
    values (${one.id}, ${one.userId}, ${one.caseId}, ${one.statementId}, ${one.at.toISOString()},
      ${one.proofDueAt.toISOString()})`)
}

/**
 * Answers the statement that suspends meanwhile; nothing when nothing is open, or somebody did before. What
 * a program decided is from here on what this person did.
 */
export async function upholdCheck(
  on: Sql,
  userId: string,
  { by, at, proofDueAt }: { by: string; at: Date; proofDueAt: Date },
): Promise<string | null> {
  const row = await on.row<{ statementId: string }>(sql`
    update age_checks set upheld_at = ${at.toISOString()}, proof_due_at = ${proofDueAt.toISOString()}
    where user_id = ${userId} and decided_at is null and upheld_at is null returning statement_id`)
  if (!row) return null
  await on.run(sql`
    update statements set decided_by = ${by} where id = ${row.statementId} and decided_by is null`)
  return row.statementId
}

/** Answers the statement that suspends meanwhile; nothing when nothing was open. */
export async function closeCheck(
  on: Sql,
  userId: string,
  { outcome, at }: { outcome: 'adult' | 'minor'; at: Date },
): Promise<string | null> {
  const row = await on.row<{ statementId: string }>(sql`
    update age_checks set outcome = ${outcome}, decided_at = ${at.toISOString()}
    where user_id = ${userId} and decided_at is null returning statement_id`)
  return row?.statementId ?? null
}
