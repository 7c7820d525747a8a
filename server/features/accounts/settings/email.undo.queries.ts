import { sql, type Sql } from '#server/platform/database/database.ts'
import type { EmailChange } from './email.queries.ts'

/** A confirmed change that can still be undone by this link. */
export const findUndoableChange = (
  on: Sql,
  undoHash: Buffer,
  now: Date,
): Promise<EmailChange | undefined> =>
  on.row(sql`
    select id, user_id, old_email, new_email, requested_at, confirmed_at from email_changes
    where undo_hash = ${undoHash} and confirmed_at is not null
      and expires_at > ${now.toISOString()}`)

/** Whether whoever reads an account's former mailbox can still take it back there. */
export const mayMoveBack = async (on: Sql, userId: string, now: Date): Promise<boolean> =>
  (await on.row(sql`
    select from email_changes where user_id = ${userId} and confirmed_at is not null
      and expires_at > ${now.toISOString()} limit 1`)) !== undefined

/** A confirmed change whose mail to the old address is still to be written. */
export const changeToUndo = (on: Sql, id: string, now: Date): Promise<EmailChange | undefined> =>
  on.row(sql`
    select id, user_id, old_email, new_email, requested_at, confirmed_at from email_changes
    where id = ${id} and confirmed_at is not null and expires_at > ${now.toISOString()}`)

/** Answers false when the change is over by now. */
export async function setUndoHash(on: Sql, id: string, hash: Buffer): Promise<boolean> {
  const set = await on.run(sql`
    update email_changes set undo_hash = ${hash} where id = ${id} and confirmed_at is not null`)
  return set > 0
}

/** What comes back with an address when its change is undone. */
type Undone = Pick<EmailChange, 'oldEmail' | 'newEmail'> & { lineBefore: object[] | null }

/**
 * Ends the change and all that followed it, and answers them, newest first; those before can still
 * be undone by their own owners.
 */
export async function deleteLaterChanges(on: Sql, change: EmailChange): Promise<Undone[]> {
  await on.run(sql`
    delete from email_changes where user_id = ${change.userId} and confirmed_at is null`)
  return on.rows<Undone>(sql`
    with gone as (
      delete from email_changes
      where user_id = ${change.userId}
        and (id = ${change.id} or confirmed_at > ${change.confirmedAt}) returning *)
    select old_email, new_email, line_before from gone order by confirmed_at desc`)
}

/** With the place in line that the account may have, as it was before these changes. */
export async function restoreAddress(
  on: Sql,
  { userId, oldEmail }: EmailChange,
  { undone, now }: { undone: readonly Undone[]; now: Date },
): Promise<void> {
  await on.run(sql`
    update users set email = ${oldEmail}, email_confirmed_at = ${now.toISOString()}
    where id = ${userId}`)
  for (const one of undone)
    await on.run(sql`
      select move_back_in_line(${one.oldEmail}, ${one.newEmail},
        ${one.lineBefore && JSON.stringify(one.lineBefore)}::jsonb)
      from users where id = ${userId} and admitted_at is null`)
}

/** Takes away passkeys and authenticator added since. */
export async function deleteLaterFactors(on: Sql, userId: string, since: Date): Promise<void> {
  const after = since.toISOString()
  await on.run(sql`delete from passkeys where user_id = ${userId} and created_at > ${after}`)
  await on.run(sql`
    delete from totp_secrets
    where user_id = ${userId} and coalesce(confirmed_at, created_at) > ${after}`)
}
