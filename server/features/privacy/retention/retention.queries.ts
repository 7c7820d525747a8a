// When each rule of retention was asked and counted last, and what its newest proof says.
import type { RetentionLine } from '#contract/privacy/dataRequests.ts'
import type { RetentionRule } from '#contract/privacy/retention.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** SQL: when a rule `wanted` last had such a line of a run; a new club is taken to have had one on its first day. */
const timeOfLast = (line: Query): Query => sql`
  coalesce(
    (select max(at) from retention_runs r where ${line} and r.rule = wanted.rule),
    (select min(at) from migrations))`

const ASKED = sql`r.is_daily`
const COUNTED = sql`r.overdue is not null`

/** Of these rules, those no daily run has asked since. */
export async function listUnasked(
  on: Sql,
  rules: readonly RetentionRule[],
  since: Date,
): Promise<RetentionRule[]> {
  const rows = await on.rows<{ rule: RetentionRule }>(sql`
    select rule from unnest(${rules}::text[]) wanted (rule)
    where ${timeOfLast(ASKED)} <= ${since.toISOString()}
    order by rule`)
  return rows.map(({ rule }) => rule)
}

/** Whether a daily run is due: one of these rules was not asked since, or what it left was not counted. */
export const isRunDue = async (
  on: Sql,
  rules: readonly RetentionRule[],
  since: Date,
): Promise<boolean> =>
  (await on.row(sql`
    select from unnest(${rules}::text[]) wanted (rule)
    where least(${timeOfLast(ASKED)}, ${timeOfLast(COUNTED)}) <= ${since.toISOString()} limit 1`)) !==
  undefined

/** When the one of these rules was asked that no daily run has asked for the longest time. */
export async function findLongestUnasked(
  on: Sql,
  rules: readonly RetentionRule[],
): Promise<string> {
  const found = await on.row<{ at: string }>(sql`
    select min(${timeOfLast(ASKED)}) as at from unnest(${rules}::text[]) wanted (rule)`)
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
