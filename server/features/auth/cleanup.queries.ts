import { sql, type Sql } from '#server/platform/database.ts'

export async function deleteExpired(on: Sql, now: Date, devicesBefore: Date): Promise<void> {
  const at = now.toISOString()
  await on.run(sql`delete from sessions where expires_at <= ${at}`)
  await on.run(sql`delete from email_tokens where expires_at <= ${at}`)
  await on.run(sql`delete from known_devices where last_used_at <= ${devicesBefore.toISOString()}`)
}
