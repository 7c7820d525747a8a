import type { Language } from '#contract/fields.ts'
import { acceptedTerms } from '#server/platform/member-rules/accounts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** SQL: whether somebody may still be told: they neither leave nor is their data to be left alone (Art. 18 GDPR). */
const mayBeMailed = sql`not u.is_demo and u.restricted_at is null
  and not exists (select from account_deletions d where d.user_id = u.id)`

type Renewal = { version: string; mustConfirm: boolean; at: Date; max: number }

/**
 * Some of the members who accepted earlier terms, and neither these nor a mail about them; from now
 * on they count as written to.
 */
export async function takeUninformed(on: Sql, renewal: Renewal): Promise<string[]> {
  const { version, mustConfirm, at, max } = renewal
  const rows = await on.rows<{ userId: string }>(sql`
    insert into terms_mails (user_id, consent_version_id, created_at)
    select u.id, v.id, ${at.toISOString()}
    from users u join consent_versions v on v.document = 'terms' and v.version = ${version}
    where ${mayBeMailed}
      and (u.email_confirmed_at is not null or not ${mustConfirm}::boolean)
      and exists (select from user_consents c where c.user_id = u.id)
      and not exists (
        select from user_consents c where c.user_id = u.id and c.consent_version_id = v.id)
      and not exists (
        select from terms_mails m where m.user_id = u.id and m.consent_version_id = v.id)
    limit ${max}
    on conflict do nothing returning user_id`)
  return rows.map(({ userId }) => userId)
}

type Reader = { email: string; language: Language | null; accepted: string | null }

export const findTermsReader = async (on: Sql, userId: string): Promise<Reader | null> =>
  (await on.row<Reader>(sql`
    select email, language, ${acceptedTerms(sql`u.id`)} as accepted
    from users u where id = ${userId} and ${mayBeMailed}`)) ?? null
