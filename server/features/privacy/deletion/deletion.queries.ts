// Accounts that go: when they are purged and why, who is mailed about it, and who takes it back in time.
import { sql, type Sql } from '#server/platform/database/database.ts'

export type Reason = 'asked' | 'inactive' | 'under_age'

/** No copy is made for a member who leaves. Before the account is locked: in the same order as building one. */
export async function stopExports(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update exports set state = 'failed'
    where user_id = ${userId} and state in ('waiting', 'building')`)
}

/** Locks the account until the transaction ends; false when it is gone. */
export async function lockAccount(on: Sql, userId: string): Promise<boolean> {
  return (await on.run(sql`select from users where id = ${userId} for update`)) > 0
}

/**
 * A minor goes sooner than they asked for, and nobody takes that back by a mail. Their own wish is kept: it
 * holds again when the finding is lifted.
 */
export async function hastenDeletion(
  on: Sql,
  { userId, purgeAt, reason }: Omit<Deletion, 'at'>,
): Promise<void> {
  await on.run(sql`
    update account_deletions set undo_hash = null, reason = ${reason},
      purge_at = least(purge_at, ${purgeAt.toISOString()}::timestamptz),
      own_purge_at = case reason when 'asked' then purge_at end,
      own_undo_hash = case reason when 'asked' then undo_hash end
    where user_id = ${userId} and reason <> ${reason}`)
}

type Deletion = { userId: string; at: Date; purgeAt: Date; reason: Reason }

/** Answers when it will be purged, and whether that was known before. */
export async function insertDeletion(
  on: Sql,
  { userId, at, purgeAt, reason }: Deletion,
): Promise<{ purgeAt: string; isNew: boolean }> {
  const made = await on.row<{ purgeAt: string }>(sql`
    insert into account_deletions (user_id, requested_at, purge_at, reason)
    values (${userId}, ${at.toISOString()}, ${purgeAt.toISOString()}, ${reason})
    on conflict (user_id) do nothing returning purge_at`)
  if (made) return { ...made, isNew: true }
  const known = await on.row<{ purgeAt: string }>(
    sql`select purge_at from account_deletions where user_id = ${userId}`,
  )
  return { purgeAt: known!.purgeAt, isNew: false }
}

export async function closeExports(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    delete from export_links where export_id in (select id from exports where user_id = ${userId})`)
}

/** False when nobody may undo it, or its time has come. */
export async function noteUndoHash(
  on: Sql,
  { userId, hash, now }: { userId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const noted = await on.run(sql`
    update account_deletions set undo_hash = ${hash}
    where user_id = ${userId} and reason = 'asked' and purge_at > ${now.toISOString()}`)
  return noted > 0
}

/** Takes a deletion back, as long as its time has not come; answers whose it was. */
export async function takeDeletion(on: Sql, undoHash: Buffer, now: Date): Promise<string | null> {
  const row = await on.row<{ userId: string }>(sql`
    delete from account_deletions
    where undo_hash = ${undoHash} and purge_at > ${now.toISOString()} returning user_id`)
  return row?.userId ?? null
}

export type Leaver = {
  emails: string[]
  language: 'mul' | 'de' | 'en' | null
  requestedAt: string
  purgeAt: string
}

/**
 * Who is mailed about the deletion: the account's address, and the previous one for as long as that
 * change can be undone, because otherwise only a thief who took the account over would learn of it.
 */
export const findLeaver = (
  on: Sql,
  userId: string,
  changedSince: Date,
): Promise<Leaver | undefined> =>
  on.row<Leaver>(sql`
    select array(
        select u.email union select c.old_email from email_changes c
        where c.user_id = u.id and c.confirmed_at > ${changedSince.toISOString()}) as emails,
      u.language, d.requested_at, d.purge_at
    from account_deletions d join users u on u.id = d.user_id
    where d.user_id = ${userId} and d.reason = 'asked'`)
