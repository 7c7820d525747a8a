import { sql, type Sql } from '#server/platform/database/database.ts'

/**
 * Messages sent after the request to be deleted stay, since their author still expects an answer. Notices
 * about others stay without their sender. Addresses in lower case.
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
