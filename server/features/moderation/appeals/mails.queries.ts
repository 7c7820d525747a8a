import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type AppealLetter = {
  number: string
  userId: string
  email: string
  language: Language | null
  isGranted: boolean | null
  answer: string | null
  /** Of a decision that was lifted meanwhile, for whatever reason. */
  isLifted: boolean
}

export const findLetter = (on: Sql, appealId: string): Promise<AppealLetter | undefined> =>
  on.row<AppealLetter>(sql`
    select coalesce(s.number, r.number) as number, u.id as user_id, u.email, u.language,
      a.is_granted, a.answer, s.lifted_at is not null as is_lifted
    from appeals a join users u on u.id = a.user_id
    left join statements s on s.id = a.statement_id left join reports r on r.id = a.report_id
    where a.id = ${appealId}`)
