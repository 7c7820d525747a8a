import type { Present } from '#contract/rooms/presence.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** SQL: whether somebody of `profiles a` may be shown where they are. */
const isShownSql = sql`a.is_shown
  and not exists (select from presence_off o where o.user_id = a.id)`

/** Whether others see where somebody is, and they others. */
export async function isPresenceShown(on: Sql, userId: string): Promise<boolean> {
  const row = await on.row<{ showsUp: boolean }>(sql`
    select ${isShownSql} as shows_up from profiles a where a.id = ${userId}`)
  return row?.showsUp ?? false
}

export async function isShared(on: Sql, userId: string): Promise<boolean> {
  return !(await on.row(sql`select since from presence_off where user_id = ${userId}`))
}

export async function hidePresence(on: Sql, userId: string, since: Date): Promise<void> {
  await on.run(sql`insert into presence_off (user_id, since) values (${userId}, ${since.toISOString()})
    on conflict do nothing`)
}

export async function showPresence(on: Sql, userId: string): Promise<void> {
  await on.run(sql`delete from presence_off where user_id = ${userId}`)
}

/** Of those said to be in some rooms the ones who may be shown there, each with the room. */
export const listShown = (
  on: Sql,
  roomIds: readonly string[],
  ids: readonly string[],
): Promise<(Present & { roomId: string })[]> =>
  on.rows(sql`
    select m.room_id, a.id, a.username from profiles a join room_members m on m.user_id = a.id
    where m.room_id = any (${[...roomIds]}::uuid[]) and a.id = any (${[...ids]}::uuid[])
      and ${isShownSql}`)

/** Of those said to be in a room the ones who may be shown there, and what their profiles show beside their names. */
export const listFaces = (
  on: Sql,
  roomId: string,
  ids: readonly string[],
): Promise<(Present & { city: string | null; portrait: string | null })[]> =>
  on.rows(sql`
    select a.id, a.username, a.city, a.photos[1] as portrait from profiles a
    join room_members m on m.user_id = a.id and m.room_id = ${roomId}::uuid
    where a.id = any (${[...ids]}::uuid[]) and ${isShownSql}`)
