import type { Language } from '#contract/fields.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** SQL: whether the time of a deletion `d` has come; a minor's waits for the answer to their objection. */
export const isDueSql = (now: Date): Query => sql`
  d.purge_at <= ${now.toISOString()} and (d.reason = 'asked' or not exists (
    select from users r where r.id = d.user_id and r.restricted_at is not null))
  and (d.reason <> 'under_age' or not exists (
    select from appeals a join statements s on s.id = a.statement_id
    where a.user_id = d.user_id and s.kind in ('suspension', 'ban') and a.decided_at is null))`

/** Whose time has come, the longest due first, but for those that failed. */
export async function listDue(
  on: Sql,
  now: Date,
  { max, but }: { max: number; but: readonly string[] },
): Promise<string[]> {
  const rows = await on.rows<{ userId: string }>(sql`
    select d.user_id from account_deletions d
    where ${isDueSql(now)} and d.user_id <> all (${but}::uuid[])
    order by d.purge_at, d.user_id limit ${max}`)
  return rows.map(({ userId }) => userId)
}

/**
 * From here on there is no way back, whatever is lifted or asked for meanwhile; false when the account was
 * taken back, or is gone.
 */
export async function beginPurge(on: Sql, userId: string, now: Date): Promise<boolean> {
  const begun = await on.run(sql`
    update account_deletions d set reason = 'asked', undo_hash = null, own_undo_hash = null
    where d.user_id = ${userId} and ${isDueSql(now)}`)
  return begun > 0
}

export async function listExports(on: Sql, userId: string): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`select id from exports where user_id = ${userId}`)
  return rows.map(({ id }) => id)
}

export type Goer = {
  email: string
  language: Language | null
  requestedAt: string
  isDemo: boolean
  /** The addresses that were shown to be theirs, in lower case. */
  emails: string[]
}

/** Nobody else purges the account until the transaction ends; undefined when somebody did. */
export const lockGoer = (on: Sql, userId: string): Promise<Goer | undefined> =>
  on.row<Goer>(sql`
    select u.email, u.language, u.is_demo, d.requested_at,
      case when u.email_confirmed_at is null then '{}' else array(
        select u.email union select lower(c.old_email) from email_changes c
        where c.user_id = u.id and c.confirmed_at is not null) end as emails
    from account_deletions d join users u on u.id = d.user_id
    where d.user_id = ${userId} for update`)

/** That there was a request stays on record; what was said does not. */
export async function forgetRequests(on: Sql, userId: string, now: Date): Promise<void> {
  await on.run(sql`
    update data_requests set text = null, answer = null,
      extension_reason = case when extended_at is not null then '–' end,
      closed_at = coalesce(closed_at, ${now.toISOString()})
    where user_id = ${userId}`)
}

/** The stone that keeps an account from coming back out of a backup; false when it stands already. */
export async function insertTombstone(on: Sql, userId: string, now: Date): Promise<boolean> {
  const set = await on.run(sql`
    insert into tombstones (user_id, purged_at) values (${userId}, ${now.toISOString()})
    on conflict do nothing`)
  return set > 0
}
