// The secrets mailed to an account as link or code, and recovery sessions: kept as hashes, good once.
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { forgetRefusedAddress } from '#server/platform/mail/mail.refusals.ts'

type TokenPurpose = 'confirm' | 'reset' | 'recovery' | 'proof'

type NewToken = {
  tokenHash: Buffer
  userId: string
  purpose: TokenPurpose
  codeHash?: Buffer
  expiresAt: Date
}

export async function insertToken(on: Sql, token: NewToken, now: Date): Promise<void> {
  await on.run(sql`
    insert into email_tokens (token_hash, user_id, purpose, code_hash, created_at, expires_at)
    values (${token.tokenHash}, ${token.userId}, ${token.purpose}, ${token.codeHash ?? null},
      ${now.toISOString()}, ${token.expiresAt.toISOString()})
    on conflict (token_hash) do nothing`)
}

/**
 * The same of what is mailed to an address. Answers false when that is its owner's no more, and keeps it theirs until
 * the token is there: what goes to a mailbox opens no account that has left it.
 */
export async function insertMailedToken(
  on: Sql,
  { email, ...token }: NewToken & { email: string },
  now: Date,
): Promise<boolean> {
  const owner = await on.row(sql`
    with owner as (
      select id from users where id = ${token.userId} and email = ${email} for share
    ), added as (
      insert into email_tokens (token_hash, user_id, purpose, code_hash, created_at, expires_at)
      select ${token.tokenHash}::bytea, id, ${token.purpose}::text, ${token.codeHash ?? null}::bytea,
        ${now.toISOString()}::timestamptz, ${token.expiresAt.toISOString()}::timestamptz
      from owner
      -- the mail is tried again: it is good for as long as it says from when it went out
      on conflict (token_hash) do update set expires_at = excluded.expires_at
    )
    select id from owner`)
  return owner !== undefined
}

/** Uses a token up and answers whose it was; null when it is unknown, used or expired. */
export async function takeToken(
  on: Sql,
  purpose: TokenPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<string | null> {
  const owner = await on.row<{ userId: string }>(
    sql`select user_id from email_tokens where token_hash = ${tokenHash}`,
  )
  if (!owner) return null
  await holdAccount(on, owner.userId)
  const row = await on.row<{ userId: string }>(sql`
    delete from email_tokens
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now.toISOString()}
    returning user_id`)
  // what was mailed arrived
  if (row && purpose !== 'recovery') await forgetRefusedAddress(on, row.userId)
  return row?.userId ?? null
}

/** As `takeToken`, by the code that stands beside the link, or in its place. */
export async function takeCode(
  on: Sql,
  userId: string,
  hash: Buffer,
  now: Date,
  purpose: Extract<TokenPurpose, 'confirm' | 'proof'> = 'confirm',
): Promise<boolean> {
  await holdAccount(on, userId)
  const taken = await on.run(sql`
    delete from email_tokens
    where user_id = ${userId} and purpose = ${purpose} and code_hash = ${hash}
      and expires_at > ${now.toISOString()}`)
  if (taken > 0) await forgetRefusedAddress(on, userId)
  return taken > 0
}

/** Whether a code is good, without taking it. */
export async function isCode(on: Sql, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const found = await on.row(sql`
    select from email_tokens
    where user_id = ${userId} and purpose = 'confirm' and code_hash = ${hash}
      and expires_at > ${now.toISOString()}`)
  return found !== undefined
}

export const deleteTokens = (on: Sql, userId: string, purposes: TokenPurpose[]): Promise<number> =>
  on.run(sql`delete from email_tokens where user_id = ${userId} and purpose = any(${purposes})`)
