// Rooms as a member sees them with what is unread, who belongs to them, and the numbers of new posts.
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import {
  isAway,
  isPostVisibleSql,
  isVisibleSql,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'

type Asking = { userId: string; sight: Visibility }

export type RoomRow = {
  id: string
  slug: string
  name: string
  description: string
  icon: string
  accessLevel: string
  isActive: boolean
  /** And the membership does not rest. */
  isMember: boolean
  isDormant: boolean
  isMuted: boolean
  memberCount: number
  latest: number
  unread: number
  readNumber: number
  /** Null: not known, or never. */
  readAt: string | null
  madeAt: string
  slowSeconds: number
  /** Whether some of the club's members are made up. */
  hasDemo: boolean
}

/**
 * What of a room `r` a reader `m` has not seen and may see. Bounded twice: by what is counted, and
 * by the numbers looked at, since there may be thousands of posts they may not see.
 */
const unreadSql = ({ userId, sight }: Asking) => sql`
  (select count(*)::integer from (
    select from posts p
    where p.room_id = r.id and p.removed_at is null
      and p.number > greatest(m.read_number, r.last_number - ${limits.unreadLookedAt}::integer)
      and p.user_id <> ${userId} and ${isVisibleSql(sight, sql`p.user_id`)}
      and ${isPostVisibleSql(sight, sql`p.id`)}
      and (select a.is_shown from profiles a where a.id = p.user_id)
    order by p.number desc limit ${limits.unreadCounted}) unseen)`

/** SQL: how many members a room `r` has, of those kept in a column of `room_counts`, as they stand with what has changed since. */
export const countedSql = (column: Query): Query => sql`
  (coalesce((select k.${column} from room_counts k where k.room_id = r.id), 0)
    + coalesce((select sum(c.${column}) from room_count_changes c where c.room_id = r.id), 0))::integer`

/** SQL: how many of those present in a room `r` somebody with this sight sees nothing of. */
const countBlockedSql = ({ blockedWith }: Visibility): Query => sql`
  (select count(*)::integer from room_members o join profiles h on h.id = o.user_id
    where o.room_id = r.id and o.user_id = any (${[...blockedWith]}::uuid[]) and o.dormant_at is null
      and not ${isAway(sql`h`)})`

const roomSql = (asking: Asking) => sql`
  select r.id, r.slug, r.name, r.description, r.icon, r.access_level, r.is_active,
    r.last_number as latest, m.is_awake is true as is_member, m.is_awake is false as is_dormant,
    m.is_muted is true as is_muted,
    ${countedSql(sql`present`)} - ${countBlockedSql(asking.sight)} as member_count,
    case when m.is_awake and not m.is_muted then ${unreadSql(asking)} else 0 end as unread,
    coalesce(m.read_number, r.last_number) as read_number, m.read_at,
    r.created_at as made_at, r.slow_seconds,
    exists (select from users where is_demo) as has_demo
  from rooms r
  left join (
    select b.room_id, b.dormant_at is null as is_awake, b.muted_at is not null as is_muted,
      coalesce(s.number, 0) as read_number, s.read_at
    from room_members b left join room_reads s on s.room_id = b.room_id and s.user_id = b.user_id
    where b.user_id = ${asking.userId}) m on m.room_id = r.id`

export const listActiveRooms = (on: Sql, asking: Asking): Promise<RoomRow[]> =>
  on.rows<RoomRow>(
    sql`${roomSql(asking)} where r.is_active order by r.position, r.created_at, r.id`,
  )

export const findRoom = (on: Sql, slug: string, asking: Asking): Promise<RoomRow | undefined> =>
  on.row<RoomRow>(sql`${roomSql(asking)} where r.slug = ${slug}`)

/** Whether somebody came in their first days, and nothing they said was ever stored. */
export async function readHasYetToSpeak(on: Sql, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - limits.newcomerDays * DAY_MS).toISOString()
  const row = await on.row(sql`
    select from users u where u.id = ${userId} and u.admitted_at > ${since}
      and not exists (select from posts p where p.user_id = u.id)`)
  return row !== undefined
}

/** Rooms that are open and to which somebody belongs; a membership that rests takes no place. */
export async function countRooms(on: Sql, userId: string): Promise<number> {
  const row = await on.row<{ used: number }>(sql`
    select count(*)::integer as used from room_members m join rooms r on r.id = m.room_id
    where m.user_id = ${userId} and r.is_active and m.dormant_at is null`)
  return row?.used ?? 0
}

/** SQL: whether a member pays at that time. */
export const isPaying = (userId: Query | string, at: Date): Query => sql`
  exists (select from paid_access b
    where b.user_id = ${userId} and b.active_until > ${at.toISOString()})`

type Entry = { room: { id: string; accessLevel: string }; userId: string; at: Date }

/**
 * Makes someone a member, or wakes a membership that rests; false when they are one, when the room is closed or of
 * another level by now, or when it would be one too many. Plan and count only hold under `holdAccount`. A closed room
 * takes no place: nobody could leave it.
 */
export const insertMember = async (on: Sql, { room, userId, at }: Entry): Promise<boolean> =>
  (await on.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select e.id, ${userId}, ${at.toISOString()} from rooms e
    where e.id = ${room.id} and e.is_active and e.access_level = ${room.accessLevel}
      and (${isPaying(userId, at)} or ${limits.freePlanRooms}::integer > (
        select count(*) from room_members m join rooms r on r.id = m.room_id
        where m.user_id = ${userId} and r.is_active and m.dormant_at is null))
    on conflict (room_id, user_id) do update set dormant_at = null
      where room_members.dormant_at is not null`)) > 0

/** Answers false when they do not belong to the room. */
export async function updateMuted(
  on: Sql,
  { slug, userId, at }: { slug: string; userId: string; at: Date | null },
): Promise<boolean> {
  const updated = await on.run(sql`
    update room_members m set muted_at = ${at?.toISOString() ?? null}::timestamptz
    from rooms r where r.id = m.room_id and r.is_active and r.slug = ${slug} and m.user_id = ${userId}`)
  return updated > 0
}

export async function deleteMember(on: Sql, roomId: string, userId: string): Promise<void> {
  await on.run(sql`delete from room_members where room_id = ${roomId} and user_id = ${userId}`)
}

/**
 * SQL that raises the counters of rooms by as many posts as `posts` (with a `room_id`) holds for
 * each. The rows stay locked until the transaction ends, so numbers become visible in order, and
 * those that are rolled back are used again. Locked in order, so that nobody waits for each other.
 */
export const takeNumbers = (posts: Query) => sql`
  update rooms r set last_number = r.last_number + wanted.count
  from (
    select f.id, (select count(*) from ${posts} p where p.room_id = f.id)
    from rooms f where f.id in (select room_id from ${posts}) order by f.id for no key update) wanted
  where r.id = wanted.id
  returning r.id, r.last_number, wanted.count`

/** A room as its rules need it, and whether the asking member is in it, awake. */
export type RoomAccess = { id: string; accessLevel: string; isActive: boolean; isMember: boolean }

export const readRooms = (on: Sql): Promise<(Omit<RoomAccess, 'isMember'> & { slug: string })[]> =>
  on.rows(sql`select slug, id, access_level, is_active from rooms`)

export const findAccess = (
  on: Sql,
  slug: string,
  userId: string,
): Promise<RoomAccess | undefined> => on.row<RoomAccess>(roomAccessSql(slug, userId))

/** SQL: what the rules need to know of a room, and whether this member is in it. */
export const roomAccessSql = (slug: string, userId: string): Query => sql`
  select r.id, r.access_level, r.is_active,
    exists (select from room_members m
      where m.room_id = r.id and m.user_id = ${userId} and m.dormant_at is null) as is_member
  from rooms r where r.slug = ${slug}`

/** The active rooms as anybody may know them, in the order of the list. */
export const listPublicRooms = (
  on: Sql,
): Promise<{ name: string; description: string; icon: string; accessLevel: string }[]> =>
  on.rows(sql`
    select name, description, icon, access_level from rooms
    where is_active order by position, created_at, id`)

/** How many posts of real members the active rooms have had since; of each room's newest so many are looked at. */
export async function countPosts(on: Sql, since: Date, most: number): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::integer as count
    from rooms r
    cross join lateral (
      select p.user_id, p.created_at, p.removed_at from posts p
      where p.room_id = r.id order by p.number desc limit ${most}::integer) newest
    where r.is_active and newest.removed_at is null and newest.created_at > ${since.toISOString()}
      and not (select u.is_demo from users u where u.id = newest.user_id)`)
  return row?.count ?? 0
}
