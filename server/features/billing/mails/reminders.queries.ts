import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** Where the mails about a contract go. Nothing once the account is gone. */
export const findReader = (
  on: Sql,
  subscriptionId: string,
): Promise<{ email: string; language: Language | null } | undefined> =>
  on.row(sql`
    select u.email, coalesce(u.language, s.language) as language
    from subscriptions s join users u on u.id = s.user_id where s.id = ${subscriptionId}`)
