// Finds an account by its address or id, makes one, confirms its address and changes its password.
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { NO_PASSWORD } from '#server/platform/vault/passwords.ts'

export type Account = {
  id: string
  /** Null: its owner has not shown yet that the address is theirs. */
  emailConfirmedAt: string | null
  email: string
  passwordHash: string
  language: Language | null
  createdAt: string
  username: string
  city: string | null
  bio: string | null
  /** `YYYY-MM-DD`. */
  birthdate: string
  /** It asked to be deleted, or was left alone for years, and goes by day 30. */
  isLeaving: boolean
}

const accounts = sql`
  select u.id, u.email, u.email_confirmed_at, u.password_hash, u.language, u.created_at,
    p.username, p.city, p.bio, p.birthdate,
    exists (select from account_deletions d where d.user_id = u.id) as is_leaving
  from users u join profiles p on p.id = u.id`

/** `email` in lower case. */
export const accountByEmail = async (on: Sql, email: string): Promise<Account | null> =>
  (await on.row<Account>(sql`${accounts} where u.email = ${email}`)) ?? null

/** The account that has the address, or may yet have it back: a change of it can be undone for a while. */
export const accountHolding = async (on: Sql, email: string, now: Date): Promise<Account | null> =>
  (await on.row<Account>(sql`${accounts}
    where u.id in (
      select id from users where email = ${email}
      union select user_id from email_changes
      where old_email = ${email} and confirmed_at is not null
        and expires_at > ${now.toISOString()})
    order by (u.email = ${email}) desc limit 1`)) ?? null

export const accountById = async (on: Sql, userId: string): Promise<Account | null> =>
  (await on.row<Account>(sql`${accounts} where u.id = ${userId}`)) ?? null

/**
 * Whether the password is still the one that was checked, and keeps it so until the transaction
 * ends: a log-in under way when the password is changed must not outlive the change.
 */
export async function keepsPassword(
  on: Sql,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const row = await on.row(sql`
    select 1 as same from users where id = ${id} and password_hash = ${passwordHash} for share`)
  return row !== undefined
}

type NewAccount = {
  id: string
  email: string
  passwordHash: string
  admittedAt: string | null
  language: Language | null
}

/** Fails as a unique violation where the address has an account already. */
export async function insertAccount(on: Sql, account: NewAccount, now: Date): Promise<void> {
  await on.run(sql`
    insert into users (id, email, password_hash, admitted_at, language, created_at)
    values (${account.id}, ${account.email}, ${account.passwordHash}, ${account.admittedAt},
      ${account.language}, ${now.toISOString()})`)
}

/** Notes that the owner read a mail sent to the address; answers whether that is news. */
export async function confirmAddress(on: Sql, userId: string, now: Date): Promise<boolean> {
  const confirmed = await on.run(sql`
    update users set email_confirmed_at = ${now.toISOString()}
    where id = ${userId} and email_confirmed_at is null`)
  return confirmed > 0
}

/** Lets nobody in by a password until one is set by mail; answers false where the owner confirmed already. */
export async function contestAccount(on: Sql, userId: string): Promise<boolean> {
  const contested = await on.run(sql`
    update users set password_hash = ${NO_PASSWORD}
    where id = ${userId} and email_confirmed_at is null`)
  return contested > 0
}

export async function updatePassword(on: Sql, userId: string, hash: string): Promise<void> {
  await on.run(sql`update users set password_hash = ${hash} where id = ${userId}`)
}
