import { sql, type Sql } from '#server/platform/database/database.ts'

/**
 * Whoever writes after they asked to be deleted knows that they are still being answered. What was
 * noticed of others stays, and nobody knows any more by whom. Addresses in lower case.
 */
export async function forgetSender(
  on: Sql,
  emails: readonly string[],
  { requestedAt, now }: { requestedAt: string; now: Date },
): Promise<void> {
  await on.run(sql`
    delete from messages where lower(email) = any (${emails}) and received_at <= ${requestedAt}`)
  await on.run(sql`
    update notices set name = null, email = null, sender_forgotten_at = ${now.toISOString()}
    where lower(email) = any (${emails})`)
}
