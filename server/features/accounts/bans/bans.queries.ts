// The marks of addresses under a ban or suspension, and whether an address may not come back.
import { sql, type Sql } from '#server/platform/database/database.ts'

const standingSql = (userId: string, now: Date) =>
  sql`statements s where s.user_id = ${userId} and s.kind in ('ban', 'suspension')
    and s.lifted_at is null and (s.ends_at is null or s.ends_at > ${now.toISOString()})`

/** Whether a ban or a suspension of theirs stands. */
export const isKeptOut = async (on: Sql, userId: string, now: Date): Promise<boolean> =>
  (await on.row(sql`select from ${standingSql(userId, now)} limit 1`)) !== undefined

/**
 * Under every one of theirs that stands, since it was spoken. What was kept under one of them goes under all:
 * a mailbox left in a suspension is known to nobody by the time of the ban.
 */
export async function insertMarks(
  on: Sql,
  { userId, marks }: { userId: string; marks: Buffer[] },
  now: Date,
): Promise<void> {
  const standing = standingSql(userId, now)
  await on.run(sql`
    insert into banned_addresses (ban_id, address_mark, banned_at)
    select s.id, kept.mark, s.starts_at from (
      select unnest(${marks}::bytea[]) as mark
      union select b.address_mark from banned_addresses b
      where b.ban_id in (select s.id from ${standing})) kept, ${standing}
    on conflict do nothing`)
}

/** Those under a ban that is lifted, and under whatever of the same member was lifted with it. */
export async function forgetBannedAddresses(on: Sql, banId: string): Promise<void> {
  await on.run(sql`
    delete from banned_addresses b using statements s, statements l
    where l.id = ${banId} and s.id = b.ban_id
      and (s.id = l.id or (s.user_id = l.user_id and s.lifted_at is not null))`)
}

/** Lifted, or at its end; of a ban that stands the statement may be gone. */
const isOver = (now: Date) => sql`exists (select from statements s
  where s.id = b.ban_id and (s.lifted_at is not null or s.ends_at <= ${now.toISOString()}))`

/** An address by one of its marks. An admin who let it in since then has decided. */
export async function holdsBan(
  on: Sql,
  { email, marks }: { email: string; marks: Buffer[] },
  now: Date,
): Promise<boolean> {
  const row = await on.row(sql`
    select from banned_addresses b where b.address_mark = any (${marks}::bytea[])
      and not ${isOver(now)} and not exists (
      select from waitlist w where w.email = ${email} and w.admitted_at > b.banned_at
        and not is_declined(w)) limit 1`)
  return row !== undefined
}

/** Which of these marks are kept, in hexadecimal digits. */
export async function listActiveMarks(on: Sql, marks: Buffer[], now: Date): Promise<Set<string>> {
  const rows = await on.rows<{ mark: string }>(sql`
    select distinct encode(address_mark, 'hex') as mark from banned_addresses b
    where address_mark = any (${marks}::bytea[]) and not ${isOver(now)}`)
  return new Set(rows.map(({ mark }) => mark))
}

/** Whether a mark is kept that was made until then. */
export async function hasLastingMarks(on: Sql, until: Date): Promise<boolean> {
  const at = until.toISOString()
  const row = await on.row<{ isThere: boolean }>(sql`
    select exists (select from banned_addresses where banned_at <= ${at})
      or exists (select from apart_marks where kept_at <= ${at}) as is_there`)
  return row!.isThere
}

export const deleteBannedAddresses = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`delete from banned_addresses where banned_at <= ${until.toISOString()}`)

/** Of what is over nothing is remembered. */
export const deleteEnded = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from banned_addresses b where ${isOver(now)}`)

/** When an account is deleted, marks of a ban stay and those of a suspension go. */
export async function forgetSuspendedAddresses(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    delete from banned_addresses b using statements s
    where s.id = b.ban_id and s.user_id = ${userId} and s.kind = 'suspension'`)
}
