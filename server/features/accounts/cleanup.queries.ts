import { sql, type Sql } from '#server/platform/database/database.ts'

/** Each answers how many went; of sessions and mailed secrets, so many at most. */

export const deleteSessions = (on: Sql, now: Date, many: number): Promise<number> =>
  on.run(sql`
    delete from sessions where id = any (array(
      select id from sessions where expires_at <= ${now.toISOString()}
      order by expires_at limit ${many}::integer))`)

export const deleteExpiredTokens = (on: Sql, now: Date, many: number): Promise<number> =>
  on.run(sql`
    delete from email_tokens where token_hash = any (array(
      select token_hash from email_tokens where expires_at <= ${now.toISOString()}
      order by expires_at limit ${many}::integer))`)

// what was begun on the way in, or on the way to a second factor, and never finished
export const deleteChallenges = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from passkey_challenges where expires_at <= ${now.toISOString()}`)

export const deletePending = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from pending_log_ins where expires_at <= ${now.toISOString()}`)

export const deleteSecrets = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`
    delete from totp_secrets where confirmed_at is null and created_at <= ${until.toISOString()}`)

export const deleteDevices = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`delete from known_devices where last_used_at <= ${until.toISOString()}`)

/**
 * SQL: whether nobody ever confirmed the address of a user `u`. A member who was in the club
 * before it asked for confirmation has no such account.
 */
export const isNobodys = sql`(
  u.email_confirmed_at is null and not u.is_demo and u.restricted_at is null
  and u.last_seen_on is null
  and not exists (select from account_deletions g where g.user_id = u.id)
  and not exists (select from sessions s where s.user_id = u.id)
  and not exists (select from known_devices d where d.user_id = u.id)
  and not exists (select from room_members m where m.user_id = u.id)
  and not exists (select from user_roles r where r.user_id = u.id))`

export const deleteUnconfirmed = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`delete from users u where created_at <= ${until.toISOString()} and ${isNobodys}`)

/** Makes room for the person who proves that the address is theirs. */
export async function deleteUnconfirmedAccount(on: Sql, email: string): Promise<void> {
  await on.run(sql`delete from users u where u.email = ${email} and ${isNobodys}`)
}
