import { sql, type Sql } from '#server/platform/database/database.ts'
import { isPaying } from './rooms.queries.ts'

/** SQL: a room `r` that does not open to subscribers alone. */
const isOpenToAll = sql`r.access_level in ('free', 'club')`

/**
 * Lets all memberships beyond the newest `limit` rest, and those of rooms that open to subscribers alone: what one
 * cannot enter takes no place from what one can. A closed room takes none either.
 */
export async function restBeyond(
  on: Sql,
  { userId, limit, at }: { userId: string; limit: number; at: Date },
): Promise<void> {
  const own = sql`
    select m.room_id from room_members m join rooms r on r.id = m.room_id
    where m.user_id = ${userId} and m.dormant_at is null and r.is_active`
  await on.run(sql`
    update room_members set dormant_at = ${at.toISOString()}
    where user_id = ${userId} and (room_id in (${own} and not ${isOpenToAll})
      or room_id in (${own} and ${isOpenToAll} order by m.created_at desc, m.room_id offset ${limit}))`)
}

/**
 * A room that opens again, or at another level, rests for those who do not pay where that is needed, or who would have
 * more than `limit` with it. Its members enter no other until the transaction ends.
 */
export async function restOpened(
  on: Sql,
  { roomId, limit, at }: { roomId: string; limit: number; at: Date },
): Promise<void> {
  await on.run(sql`
    select from users where id in (select user_id from room_members where room_id = ${roomId})
    order by id for no key update`)
  // in the order in which suspensions that end change them
  await on.run(sql`
    select from room_members where room_id = ${roomId} order by user_id for no key update`)
  await on.run(sql`
    update room_members m set dormant_at = ${at.toISOString()}
    where m.room_id = ${roomId} and m.dormant_at is null and not ${isPaying(sql`m.user_id`, at)}
      and (m.room_id in (select r.id from rooms r where not ${isOpenToAll})
        or ${limit}::integer < (
          select count(*) from room_members o join rooms r on r.id = o.room_id
          where o.user_id = m.user_id and r.is_active and o.dormant_at is null))`)
}

export async function wakeRooms(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update room_members set dormant_at = null
    where user_id = ${userId} and dormant_at is not null`)
}

/** Of the active rooms somebody belongs to, those with these slugs are awake and the others rest; not of who pays by now. */
export async function keepOnly(
  on: Sql,
  { userId, slugs, at }: { userId: string; slugs: string[]; at: Date },
): Promise<void> {
  await on.run(sql`
    update room_members m
    set dormant_at = case when r.slug <> all(${slugs}::text[]) then ${at.toISOString()}::timestamptz end
    from rooms r
    where r.id = m.room_id and r.is_active and m.user_id = ${userId} and not ${isPaying(userId, at)}
      and (m.dormant_at is null) <> (r.slug = any(${slugs}::text[]))`)
}

/** How many of these rooms are active and somebody's own, resting or not. */
export async function countOwn(on: Sql, userId: string, slugs: string[]): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::int as count from room_members m join rooms r on r.id = m.room_id
    where m.user_id = ${userId} and r.is_active and r.slug = any(${slugs}::text[])`)
  return row?.count ?? 0
}
