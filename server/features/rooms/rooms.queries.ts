import { sql, type Sql } from '#server/platform/database.ts'

export type RoomRow = {
  id: string
  slug: string
  name: string
  description: string
  icon: string
  accessLevel: string
  isActive: boolean
  isMember: boolean
  memberCount: number
}

const roomFor = (userId: string) => sql`
  select r.id, r.slug, r.name, r.description, r.icon, r.access_level, r.is_active,
    exists (select from room_members m where m.room_id = r.id and m.user_id = ${userId})
      as is_member,
    (select count(*)::integer from room_members m where m.room_id = r.id) as member_count
  from rooms r`

export const listActiveRooms = (on: Sql, userId: string): Promise<RoomRow[]> =>
  on.rows<RoomRow>(sql`${roomFor(userId)} where r.is_active order by r.created_at, r.id`)

export const findRoom = (on: Sql, slug: string, userId: string): Promise<RoomRow | undefined> =>
  on.row<RoomRow>(sql`${roomFor(userId)} where r.slug = ${slug}`)

export async function hasDemoMembers(on: Sql): Promise<boolean> {
  const row = await on.row<{ found: boolean }>(
    sql`select exists (select from users where is_demo) as found`,
  )
  return row?.found ?? false
}

/** Lets one entry of a member happen at a time, until the transaction ends. */
export async function lockMember(on: Sql, userId: string): Promise<void> {
  await on.run(sql`select from users where id = ${userId} for no key update`)
}

type Entry = { roomId: string; userId: string; at: Date; limit: number | null }

/**
 * Makes someone a member unless that would be one room too many; answers whether it did.
 * The count only holds under `lockMember`. A closed room takes no place: nobody could leave it.
 */
export async function insertMember(on: Sql, { roomId, userId, at, limit }: Entry) {
  const inserted = await on.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select ${roomId}, ${userId}, ${at.toISOString()}
    where ${limit}::integer is null or ${limit}::integer > (
      select count(*) from room_members m join rooms r on r.id = m.room_id
      where m.user_id = ${userId} and r.is_active)
    on conflict do nothing`)
  return inserted > 0
}

/** Answers whether there was a membership to end. */
export async function deleteMember(on: Sql, roomId: string, userId: string): Promise<boolean> {
  const deleted = await on.run(
    sql`delete from room_members where room_id = ${roomId} and user_id = ${userId}`,
  )
  return deleted > 0
}

/**
 * SQL that gives a room its next number, if this member is in it. The row stays locked until the
 * transaction ends, so numbers become visible in order, and one that is rolled back is used again.
 */
export const takeNumber = (roomId: string, userId: string) => sql`
  update rooms r set last_number = r.last_number + 1
  where r.id = ${roomId} and r.is_active
    and exists (select from room_members m where m.room_id = r.id and m.user_id = ${userId})
  returning r.id, r.last_number`
