// The marks by which blocks outlive an account: whoever comes back with its mailbox stays apart.
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Locks a mailbox: taking it, leaving it and being kept apart from it happen one after the other. */
export async function lockMailbox(on: Sql, mailbox: string): Promise<void> {
  await on.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}::text, 0))`,
  )
}

/** Keeps the owner of these marks apart from all members who hold one. */
export async function applyMarks(on: Sql, userId: string, marks: Buffer[]): Promise<void> {
  await on.run(sql`select keep_apart(${userId}::uuid, ${marks}::bytea[])`)
}

/** The accounts with a mailbox, but for one; none of them goes meanwhile. */
export async function listSharers(on: Sql, mailbox: string, but: string): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select id from users where mailbox_of(email) = ${mailbox} and id <> ${but}::uuid
    order by id for key share`)
  return rows.map(({ id }) => id)
}

/**
 * For each block and decline that others hold against an account, under the account it was first
 * meant for. What came from a list of addresses stands there already.
 */
export async function insertMarks(
  on: Sql,
  { userId, marks, at }: { userId: string; marks: Buffer[]; at: Date },
): Promise<void> {
  const insert = (kind: 'block' | 'decline', refused: Query) => sql`
    insert into apart_marks (owner_id, kind, source_id, address_mark, since, kept_at)
    select r.owner_id, ${kind}::text, r.source_id, mark, min(r.since), ${at.toISOString()}::timestamptz
    from (${refused}) r, unnest(${marks}::bytea[]) mark
    where r.source_id = ${userId} or exists (select from apart_marks m
      where m.owner_id = r.owner_id and m.kind = ${kind} and m.source_id = r.source_id)
    group by r.owner_id, r.source_id, mark
    on conflict (owner_id, kind, source_id, address_mark) do update set kept_at = excluded.kept_at`
  // a block that is being lifted right now leaves no mark
  await on.run(
    insert(
      'block',
      sql`select b.blocker_id as owner_id, coalesce(b.source_id, b.blocked_id) as source_id,
          b.created_at as since
        from blocks b where b.blocked_id = ${userId} for update`,
    ),
  )
  await on.run(
    insert(
      'decline',
      sql`select d.user_id as owner_id, coalesce(d.source_id, d.waver_id) as source_id,
          d.declined_at as since
        from wave_declines d where d.waver_id = ${userId} for update`,
    ),
  )
}

/** An account that is back needs none, nor what came of them meanwhile. */
export async function dropMarks(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from apart_marks where source_id = ${userId} and kind <> 'address'`)
  await on.run(sql`delete from blocks where source_id = ${userId}`)
  await on.run(sql`select forget_declines(${userId}::uuid)`)
}

/** What an owner takes back, with the blocks that came of it. The marks go first: they are held while one is used. */
export async function deleteSource(
  on: Sql,
  { ownerId, kind, sourceId }: { ownerId: string; kind: 'block' | 'address'; sourceId: string },
): Promise<void> {
  await on.run(sql`
    delete from apart_marks
    where owner_id = ${ownerId} and kind = ${kind} and source_id = ${sourceId}`)
  await on.run(sql`
    delete from blocks b where b.blocker_id = ${ownerId} and b.source_id = ${sourceId}
      and not exists (select from apart_marks m
        where m.owner_id = b.blocker_id and m.source_id = b.source_id)`)
}

/** SQL: whether nobody has come back with a mark `m` whose period is over; who did has their address here anyway. */
const isUnused = sql`m.kind <> 'address'
  and not exists (select from blocks b where b.blocker_id = m.owner_id and b.source_id = m.source_id)
  and not exists (select from wave_declines d
    where d.user_id = m.owner_id and d.source_id = m.source_id)`

export const deleteMarks = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`delete from apart_marks m where m.kept_at <= ${until.toISOString()} and ${isUnused}`)
