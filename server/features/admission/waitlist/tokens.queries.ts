import { sql, type Sql } from '#server/platform/database/database.ts'

type Purpose = 'confirm' | 'leave'
type NewToken = { hash: Buffer; entryId: string; purpose: Purpose; expiresAt: Date }

export async function insertToken(on: Sql, token: NewToken, now: Date): Promise<void> {
  await on.run(sql`
    insert into waitlist_tokens (token_hash, entry_id, purpose, created_at, expires_at)
    select ${token.hash}, id, ${token.purpose}, ${now.toISOString()}::timestamptz,
      ${token.expiresAt.toISOString()}::timestamptz
    from waitlist where id = ${token.entryId}
    on conflict (token_hash) do nothing`)
}

type Followed = {
  /** Null: it was used to leave. */
  entryId: string | null
  email: string | null
  /** What was mailed to the entry when it was admitted. */
  invitationId: string | null
  /** Used before, itself or another one to the same end: it changes nothing any more. */
  isUsed: boolean
}

/**
 * The token behind a mailed link, if it is known and not expired. One link of an entry is followed
 * at a time, until the transaction ends.
 */
export async function followToken(
  on: Sql,
  purpose: Purpose,
  hash: Buffer,
  now: Date,
): Promise<Followed | undefined> {
  // the entry first, in the same order as its removal: else two links could wait for each other
  await on.run(sql`
    select from waitlist where id = (select entry_id from waitlist_tokens where token_hash = ${hash})
    for update`)
  return on.row<Followed>(sql`
    select t.entry_id, t.used_at is not null as is_used, w.email, w.invitation_id
    from waitlist_tokens t left join waitlist w on w.id = t.entry_id
    where t.token_hash = ${hash} and t.purpose = ${purpose} and t.expires_at > ${now.toISOString()}`)
}

/** With one link to confirm, all of them are used: an old one must not undo what came later. */
export async function useUp(on: Sql, entryId: string, purpose: Purpose, now: Date): Promise<void> {
  await on.run(sql`
    update waitlist_tokens set used_at = coalesce(used_at, ${now.toISOString()})
    where entry_id = ${entryId} and purpose = ${purpose}`)
}
