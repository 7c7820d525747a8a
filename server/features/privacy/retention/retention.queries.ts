import type { RetentionLine } from '#contract/privacy/dataRequests.ts'
import type { RetentionRule } from '#contract/privacy/retention.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Of these rules, those no daily run has asked since; a new club has until then, too. */
export async function listUnasked(
  on: Sql,
  rules: readonly RetentionRule[],
  since: Date,
): Promise<RetentionRule[]> {
  const rows = await on.rows<{ rule: RetentionRule }>(sql`
    select rule from unnest(${rules}::text[]) wanted (rule)
    where coalesce(
      (select max(at) from retention_runs r where r.is_daily and r.rule = wanted.rule),
      (select min(at) from migrations)) <= ${since.toISOString()}
    order by rule`)
  return rows.map(({ rule }) => rule)
}

/** When the one of these rules was asked that no daily run has asked for the longest time. */
export async function findLongestUnasked(
  on: Sql,
  rules: readonly RetentionRule[],
): Promise<string> {
  const found = await on.row<{ at: string }>(sql`
    select min(coalesce(
      (select max(at) from retention_runs r where r.is_daily and r.rule = wanted.rule),
      (select min(at) from migrations))) as at
    from unnest(${rules}::text[]) wanted (rule)`)
  return found!.at
}

export const countRows = async (on: Sql, count: Query): Promise<number> =>
  (await on.row<{ count: number }>(count))!.count

/** What the newest proof of each rule says. */
const proofs = (rules: readonly RetentionRule[]) => sql`
  select wanted.rule, proof.at, proof.overdue
  from unnest(${rules}::text[]) with ordinality wanted (rule, place)
  left join lateral (
    select at, overdue from retention_runs r
    where r.rule = wanted.rule and r.overdue is not null order by r.at desc limit 1) proof on true`

/** Rules that had rows left which are older than they may be, when they were counted last. */
export async function listOverdue(
  on: Sql,
  rules: readonly RetentionRule[],
): Promise<RetentionRule[]> {
  const rows = await on.rows<{ rule: RetentionRule }>(
    sql`select rule from (${proofs(rules)}) p where overdue > 0 order by rule`,
  )
  return rows.map(({ rule }) => rule)
}

type Proof = Omit<RetentionLine, 'rule' | 'act' | 'law'> & {
  rule: RetentionRule
  countedAt: string | null
}

/** What the runs wrote down of each rule, in the order of these. */
export const listProofs = (
  on: Sql,
  rules: readonly RetentionRule[],
  recently: Date,
): Promise<Proof[]> =>
  on.rows(sql`
    select p.rule, p.overdue, p.at as counted_at, daily.at as asked_at, daily.removed,
      (select coalesce(sum(r.removed), 0)::int from retention_runs r
        where r.rule = p.rule and r.at > ${recently.toISOString()}) as removed_recently
    from (${proofs(rules)}) p
    left join lateral (
      select at, removed from retention_runs r
      where r.rule = p.rule and r.is_daily order by r.at desc limit 1) daily on true
    order by array_position(${rules}::text[], p.rule)`)
