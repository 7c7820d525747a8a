import { sql, type Sql } from '#server/platform/database/database.ts'

/** In place of all there were. */
export async function replaceRecoveryCodes(
  on: Sql,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(on, userId)
  await on.run(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, code_hash from unnest(${hashes}::bytea[]) code_hash`)
}

export async function deleteRecoveryCodes(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from recovery_codes where user_id = ${userId}`)
}

/** Uses a code up; of many at once one does. */
export async function takeRecoveryCode(
  on: Sql,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const taken = await on.run(sql`
    update recovery_codes set used_at = ${now.toISOString()}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`)
  return taken > 0
}
