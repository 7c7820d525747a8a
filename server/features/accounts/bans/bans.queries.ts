import { sql, type Sql } from '#server/platform/database/database.ts'

const bansSql = (userId: string) =>
  sql`statements s where s.user_id = ${userId} and s.kind = 'ban' and s.lifted_at is null`

/** Whether a ban of theirs stands. */
export async function isBanned(on: Sql, userId: string): Promise<boolean> {
  return (await on.row(sql`select from ${bansSql(userId)} limit 1`)) !== undefined
}

/** Under every ban of theirs that stands, since it was spoken. */
export async function insertMarks(on: Sql, userId: string, marks: Buffer[]): Promise<void> {
  await on.run(sql`
    insert into banned_addresses (ban_id, address_mark, banned_at)
    select s.id, mark, s.starts_at from unnest(${marks}::bytea[]) mark, ${bansSql(userId)}
    on conflict do nothing`)
}

export async function forgetBannedAddresses(on: Sql, banId: string): Promise<void> {
  await on.run(sql`delete from banned_addresses where ban_id = ${banId}`)
}

/** An address by one of its marks. An admin who let it in since then has decided. */
export async function holdsBan(
  on: Sql,
  { email, marks }: { email: string; marks: Buffer[] },
): Promise<boolean> {
  const row = await on.row(sql`
    select from banned_addresses b where b.address_mark = any (${marks}::bytea[]) and not exists (
      select from waitlist w where w.email = ${email} and w.admitted_at > b.banned_at
        and not is_declined(w)) limit 1`)
  return row !== undefined
}

/** Which of these marks are kept, in hexadecimal digits. */
export async function listKept(on: Sql, marks: Buffer[]): Promise<Set<string>> {
  const rows = await on.rows<{ mark: string }>(sql`
    select distinct encode(address_mark, 'hex') as mark from banned_addresses
    where address_mark = any (${marks}::bytea[])`)
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
