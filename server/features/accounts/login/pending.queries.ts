import { sql, type Sql } from '#server/platform/database/database.ts'

export async function insertPending(
  on: Sql,
  pending: { tokenHash: Buffer; userId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await on.run(sql`
    insert into pending_log_ins (token_hash, user_id, created_at, expires_at)
    values (${pending.tokenHash}, ${pending.userId}, ${now.toISOString()},
      ${pending.expiresAt.toISOString()})`)
}

/** Whose password was right; nobody's once they have left. */
export const pendingByToken = async (
  on: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<{ userId: string; email: string } | null> =>
  (await on.row<{ userId: string; email: string }>(sql`
    select u.id as user_id, u.email from pending_log_ins l join users u on u.id = l.user_id
    where l.token_hash = ${tokenHash} and l.expires_at > ${now.toISOString()}
      and not exists (select from account_deletions d where d.user_id = u.id)`)) ?? null

/** Uses it up; of many at once one does. */
export async function takePending(on: Sql, tokenHash: Buffer): Promise<boolean> {
  return (await on.run(sql`delete from pending_log_ins where token_hash = ${tokenHash}`)) > 0
}
