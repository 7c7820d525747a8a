import { BANNED_UNTIL } from '#contract/moderation/statements.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** Art. 18 GDPR: since when nothing of it is shown or used; null ends that. False when it was so already. */
export async function restrictAccount(on: Sql, userId: string, at: Date | null): Promise<boolean> {
  const changed = await on.run(sql`
    update users set restricted_at = ${at?.toISOString() ?? null}
    where id = ${userId} and (restricted_at is null) = ${at !== null}`)
  return changed > 0
}

/** By which somebody can be written to, or could until lately. */
export async function listAddresses(on: Sql, userId: string): Promise<string[]> {
  const rows = await on.rows<{ email: string }>(sql`
    select email from users where id = ${userId}
    union select old_email from email_changes
    where user_id = ${userId} and confirmed_at is not null`)
  return rows.map(({ email }) => email)
}

/** A suspension that lasts longer stays. */
export async function suspendAccount(
  on: Sql,
  userId: string,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await on.run(sql`
    update users set suspended_until = ${until.toISOString()}, suspension_reason = ${reason}
    where id = ${userId} and coalesce(suspended_until, '-infinity') < ${until.toISOString()}`)
}

/** What is left of suspensions when one was lifted: the longest that still stands, or none. */
export async function resetSuspension(on: Sql, userId: string, now: Date): Promise<void> {
  await on.run(sql`
    update users u set suspended_until = s.until, suspension_reason = s.reason
    from (select max(until) as until, (array_agg(facts order by until desc))[1] as reason
      from (select coalesce(ends_at, ${BANNED_UNTIL}) as until, facts from statements
        where user_id = ${userId} and kind in ('suspension', 'ban') and lifted_at is null) t
      where t.until > ${now.toISOString()}) s
    where u.id = ${userId}`)
}
