import { sql, type Sql } from '#server/platform/database.ts'

/** Art. 18 GDPR: since when nothing of it is shown or used; null ends that. False when it was so already. */
export async function restrictAccount(on: Sql, userId: string, at: Date | null): Promise<boolean> {
  const changed = await on.run(sql`
    update users set restricted_at = ${at?.toISOString() ?? null}
    where id = ${userId} and (restricted_at is null) = ${at !== null}`)
  return changed > 0
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
