import { sql, type Sql } from '#server/platform/database/database.ts'

/** Whether a browser with this token has signed in to the account with this address (lower case). */
export async function isKnownDevice(on: Sql, tokenHash: Buffer, email: string): Promise<boolean> {
  const row = await on.row(sql`
    select 1 as known from known_devices d join users u on u.id = d.user_id
    where d.token_hash = ${tokenHash} and u.email = ${email}`)
  return row !== undefined
}

/** Whether the club itself gave out this token. */
export async function isDeviceToken(on: Sql, tokenHash: Buffer): Promise<boolean> {
  const row = await on.row(
    sql`select 1 as known from known_devices where token_hash = ${tokenHash} limit 1`,
  )
  return row !== undefined
}

/** Answers whether the account did not know the device before. */
export async function upsertDevice(
  on: Sql,
  userId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await on.row<{ isNew: boolean }>(sql`
    insert into known_devices (token_hash, user_id, last_used_at)
    values (${tokenHash}, ${userId}, ${now.toISOString()})
    on conflict (user_id, token_hash) do update set last_used_at = excluded.last_used_at
    returning xmax = 0 as is_new`)
  return row?.isNew ?? false
}

/** Since when there is an account, and how many devices it knows. */
export const insertDeviceSql = (
  on: Sql,
  userId: string,
): Promise<{ createdAt: string; devices: number } | undefined> =>
  on.row(sql`
    select created_at, (select count(*) from known_devices where user_id = ${userId}) as devices
    from users where id = ${userId}`)

export async function deleteMemberDevices(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from known_devices where user_id = ${userId}`)
}
