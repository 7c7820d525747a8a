// A change of address from request to confirmation, and whether somebody else has the address already.
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { isNobodys } from '#server/features/accounts/cleanup.queries.ts'

export type EmailChange = {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  requestedAt: string
  confirmedAt: string | null
}

const change = sql`id, user_id, old_email, new_email, requested_at, confirmed_at`

/** SQL: whether somebody but `userId` has the address, or may yet have it back. */
const isOthers = (email: Query, userId: Query, now: Date, whose = sql`true`) => sql`(
  exists (select from users u where u.email = ${email} and u.id <> ${userId} and ${whose})
  or exists (select from email_changes held
    where held.old_email = ${email} and held.user_id <> ${userId} and held.confirmed_at is not null
      and held.expires_at > ${now.toISOString()}))`

type NewChange = Pick<EmailChange, 'id' | 'userId' | 'oldEmail' | 'newEmail'>

/** One waits at a time: it takes the place of the one before, whose link is worth nothing any more. */
export async function upsertChange(
  on: Sql,
  change: NewChange,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await on.run(sql`
    insert into email_changes (id, user_id, old_email, new_email, requested_at, expires_at)
    values (${change.id}, ${change.userId}, ${change.oldEmail}, ${change.newEmail},
      ${now.toISOString()}, ${expiresAt.toISOString()})
    on conflict (user_id) where confirmed_at is null do update set
      id = excluded.id, old_email = excluded.old_email, new_email = excluded.new_email,
      requested_at = excluded.requested_at, expires_at = excluded.expires_at, confirm_hash = null`)
}

/** Answers how many. */
export const deleteWaiting = (on: Sql, userId: string): Promise<number> =>
  on.run(sql`delete from email_changes where user_id = ${userId} and confirmed_at is null`)

export async function waitingAddress(on: Sql, userId: string, now: Date): Promise<string | null> {
  const row = await on.row<{ newEmail: string }>(sql`
    select new_email from email_changes
    where user_id = ${userId} and confirmed_at is null and expires_at > ${now.toISOString()}`)
  return row?.newEmail ?? null
}

/** A change that still waits, and whether its address is somebody else's: where they must confirm it, who did. */
export const waitingChange = (
  on: Sql,
  id: string,
  { now, mustConfirm }: { now: Date; mustConfirm: boolean },
): Promise<(EmailChange & { isTaken: boolean }) | undefined> =>
  on.row(sql`
    select ${change}, ${isOthers(
      sql`c.new_email`,
      sql`c.user_id`,
      now,
      sql`not (${mustConfirm}::boolean and ${isNobodys})`,
    )} as is_taken
    from email_changes c
    where id = ${id} and confirmed_at is null and expires_at > ${now.toISOString()}`)

/** Answers false when the change is over by now. */
export async function setConfirmHash(on: Sql, id: string, hash: Buffer): Promise<boolean> {
  const set = await on.run(sql`
    update email_changes set confirm_hash = ${hash} where id = ${id} and confirmed_at is null`)
  return set > 0
}

/** Whose link it is, held until the transaction ends: what changes their address takes turns. */
export const holdOwner = (
  on: Sql,
  link: { confirmHash: Buffer } | { undoHash: Buffer },
): Promise<{ isConfirmed: boolean } | undefined> =>
  on.row(sql`
    select u.email_confirmed_at is not null as is_confirmed
    from users u join email_changes c on c.user_id = u.id
    where ${'confirmHash' in link ? sql`c.confirm_hash = ${link.confirmHash}` : sql`c.undo_hash = ${link.undoHash}`}
    for no key update of u`)

/** Uses a link up: nothing when it is unknown, used or expired, or its owner is on the way out. */
export const takeConfirmation = (
  on: Sql,
  confirmHash: Buffer,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<EmailChange | undefined> =>
  on.row(sql`
    update email_changes c set confirmed_at = ${now.toISOString()}, confirm_hash = null,
      expires_at = ${expiresAt.toISOString()}
    where confirm_hash = ${confirmHash} and confirmed_at is null
      and expires_at > ${now.toISOString()}
      and not exists (select from account_deletions d where d.user_id = c.user_id)
    returning ${change}`)

export async function deleteChange(on: Sql, id: string): Promise<void> {
  await on.run(sql`delete from email_changes where id = ${id}`)
}

/** Answers false when the account has another address by now, or the new one is taken. */
export async function moveAccount(
  on: Sql,
  { userId, oldEmail, newEmail }: EmailChange,
  now: Date,
): Promise<boolean> {
  const moved = await on.run(sql`
    update users set email = ${newEmail}, email_confirmed_at = ${now.toISOString()}
    where id = ${userId} and email = ${oldEmail}
      and not ${isOthers(sql`${newEmail}`, sql`${userId}::uuid`, now)}`)
  return moved > 0
}

/**
 * Takes place or refusal along from the former address of an account that has not been let in. What
 * both addresses stood at is kept with the change, for its undoing.
 */
export async function moveInLine(
  on: Sql,
  { id, userId, oldEmail, newEmail }: EmailChange,
): Promise<void> {
  await on.run(sql`
    with entries as (
      select * from waitlist where email in (${oldEmail}, ${newEmail}) order by id for update)
    update email_changes c set line_before = (
      select coalesce(jsonb_agg(to_jsonb(entries)), '[]') from entries)
    from users u where c.id = ${id} and u.id = c.user_id and u.admitted_at is null`)
  await on.run(sql`
    select move_in_line(${oldEmail}, ${newEmail}) from users
    where id = ${userId} and admitted_at is null`)
}

export const deleteExpiredChanges = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from email_changes where expires_at <= ${now.toISOString()}`)
