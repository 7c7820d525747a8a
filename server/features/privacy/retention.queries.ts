import type { RetentionRule } from '#contract/retention.ts'
import { sql, type Sql } from '#server/platform/database.ts'

/** Of these rules, those no daily run has asked since; a new club has until then, too. */
export async function listOverdue(
  on: Sql,
  rules: readonly RetentionRule[],
  since: Date,
): Promise<RetentionRule[]> {
  const rows = await on.rows<{ rule: RetentionRule }>(sql`
    select rule from unnest(${rules}::text[]) wanted (rule)
    where coalesce(
      (select max(at) from retention_runs r where r.is_daily and r.rule = wanted.rule),
      (select at from migrations where name = '0010-retention.sql')) <= ${since.toISOString()}
    order by rule`)
  return rows.map(({ rule }) => rule)
}
