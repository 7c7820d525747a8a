import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type DigestRecipient = { id: string; email: string; language: Language | null }

/** Whom digests and pushes may reach: nobody whose data is only kept (Art. 18 GDPR). */
export const findDigestRecipient = (
  on: Sql,
  userId: string,
): Promise<DigestRecipient | undefined> =>
  on.row<DigestRecipient>(sql`
    select id, email, language from users where id = ${userId} and restricted_at is null`)

const isDue = (before: Date) =>
  sql`has_digest and (digest_sent_at is null or digest_sent_at <= ${before.toISOString()})`

/** Who chose a digest and had none since then, with something rung that they have not read. */
export const listDue = (on: Sql, before: Date): Promise<{ userId: string }[]> =>
  on.rows(sql`
    select n.user_id from notice_settings n
    where ${isDue(before)} and exists (select from bell_items b where b.user_id = n.user_id
      and b.read_at is null and b.created_at > coalesce(n.digest_sent_at, '-infinity'))`)

/** Takes somebody's turn: of two processes one gets it. Answers when the last digest went out. */
export const takeTurn = (
  on: Sql,
  userId: string,
  before: Date,
  now: Date,
): Promise<{ last: string | null } | undefined> =>
  on.row(sql`
    update notice_settings n set digest_sent_at = ${now.toISOString()}
    from (select user_id, digest_sent_at from notice_settings
      where user_id = ${userId} and ${isDue(before)} for update) had
    where n.user_id = had.user_id returning had.digest_sent_at as last`)
