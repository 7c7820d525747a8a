import type { DecisionKind } from '#contract/moderation/cases.ts'
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type ReportLetter = {
  number: string
  /** The account's; a notice's sender has none. */
  userId: string | null
  email: string | null
  language: Language | null
  isUnfounded: boolean
  decision: DecisionKind | null
}

/** Whom to write to about a report, or a notice, and how its case ended. */
export const findLetter = (on: Sql, reportId: string): Promise<ReportLetter | undefined> =>
  on.row<ReportLetter>(sql`
    select r.number, u.id as user_id, coalesce(u.email, n.email) as email,
      coalesce(u.language, n.language) as language, r.unfounded_at is not null as is_unfounded,
      (select d.kind from case_decisions d where d.case_id = r.case_id
        order by d.turn desc limit 1) as decision
    from reports r left join users u on u.id = r.reporter_id left join notices n on n.id = r.notice_id
    where r.id = ${reportId}`)
