import { sql, type Sql } from '#server/platform/database.ts'

/** What was handed to the authorities is held for longer, whatever else is old. */
const isHeld = sql`exists (select from handovers h where h.case_id = c.id
  and (h.is_confirmed or h.answered_at is null))`
const isContested = sql`exists (select from appeals a join reports r on r.id = a.report_id
  where r.case_id = c.id and a.decided_at is null)`

type Cuts = { until: Date; heldUntil: Date }

/** Cases with all their evidence, reports and decisions. Answers how many went, by rule. */
export async function deleteCases(
  on: Sql,
  { until, heldUntil }: Cuts,
): Promise<{ cases: number; heldCases: number }> {
  const heldCases = await on.run(sql`
    delete from cases c where c.decided_at <= ${heldUntil.toISOString()} and not ${isContested}`)
  const cases = await on.run(sql`
    delete from cases c where c.decided_at <= ${until.toISOString()}
      and not ${isHeld} and not ${isContested}`)
  return { cases, heldCases }
}
