import { sql, type Sql } from '#server/platform/database/database.ts'

/** Notes, once a day, that the owner was here: what was said of the account's end is void. */
export async function updateLastSeen(on: Sql, userId: string, today: string): Promise<void> {
  await on.run(sql`
    update users set last_seen_on = ${today}, inactivity_warned = 0, inactivity_warned_on = null
    where id = ${userId} and last_seen_on is distinct from ${today}::date`)
}
