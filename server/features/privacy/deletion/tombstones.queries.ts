import { sql, type Sql } from '#server/platform/database/database.ts'

/** An account that was purged, and when. The id names nobody any more. */
export type Tombstone = { userId: string; purgedAt: string }

export async function insertTombstones(on: Sql, stones: readonly Tombstone[]): Promise<void> {
  await on.run(sql`
    insert into tombstones (user_id, purged_at)
    select * from unnest(${stones.map(({ userId }) => userId)}::uuid[],
      ${stones.map(({ purgedAt }) => purgedAt)}::timestamptz[])
    on conflict do nothing`)
}

/** Who of them has an account. */
export async function listBack(on: Sql, stones: readonly Tombstone[]): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select id from users where id = any (${stones.map(({ userId }) => userId)}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Their time has come, whatever was known of it. */
export async function makeDue(on: Sql, userId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await on.run(sql`
    update account_deletions set requested_at = least(requested_at, ${at}),
      purge_at = least(purge_at, ${at}), reason = 'asked', own_purge_at = null, own_undo_hash = null
    where user_id = ${userId}`)
}

/** No backup is as old as those any more. */
export async function forgetTombstones(on: Sql, until: Date): Promise<number> {
  const row = await on.row<{ forgotten: string }>(
    sql`select forget_tombstones(${until.toISOString()}) as forgotten`,
  )
  return Number(row?.forgotten ?? 0)
}
