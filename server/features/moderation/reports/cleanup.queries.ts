import { sql, type Sql } from '#server/platform/database/database.ts'

/** What was handed to the authorities is held for longer, whatever else is old. */
const isHeld = sql`exists (select from handovers h where h.case_id = c.id
  and (h.is_confirmed or h.answered_at is null))`
/** An appeal about it waits for an answer: of a reporter, or of the restricted member. */
const isContested = sql`exists (select from appeals a
  left join reports r on r.id = a.report_id left join statements s on s.id = a.statement_id
  where c.id in (r.case_id, s.case_id) and a.user_id is not null and a.decided_at is null)`

/** Whom it is about is under Art. 18 GDPR. */
const isRestricted = sql`exists (select from users u
  where u.id = c.user_id and u.restricted_at is not null)`

type Cuts = { until: Date; heldUntil: Date }

/** Cases with all their evidence, reports and decisions. Answers how many went, by rule. */
export async function deleteCases(
  on: Sql,
  { until, heldUntil }: Cuts,
): Promise<{ cases: number; heldCases: number }> {
  const heldCases = await on.run(sql`
    delete from cases c where c.decided_at <= ${heldUntil.toISOString()}
      and not ${isContested} and not ${isRestricted}`)
  const cases = await on.run(sql`
    delete from cases c where c.decided_at <= ${until.toISOString()}
      and not ${isHeld} and not ${isContested} and not ${isRestricted}`)
  return { cases, heldCases }
}
