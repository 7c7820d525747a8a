import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Sessions, half-finished log-ins, and everything a mail has opened: nothing lets in any more. */
export async function revokeAllAccess(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from sessions where user_id = ${userId}`)
  await on.run(sql`delete from pending_log_ins where user_id = ${userId}`)
  await on.run(sql`delete from passkey_challenges where user_id = ${userId}`)
  await on.run(sql`delete from email_tokens where user_id = ${userId}`)
  await on.run(sql`delete from email_changes where user_id = ${userId} and confirmed_at is null`)
}

/** Notes for some accounts (a query of their ids) how often they were warned that they are unused; returns whose they are. */
export async function noteWarned(
  on: Sql,
  which: Query,
  { times, today }: { times: number; today: string },
): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    update users set inactivity_warned = ${times}, inactivity_warned_on = ${today}
    where id in (${which}) returning id`)
  return rows.map(({ id }) => id)
}

/** With everything that hangs on it. */
export async function deleteForGood(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from users where id = ${userId}`)
}
