// How far members have read each room, and the posts somebody has not read and may see.
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { publishSql } from '#server/platform/database/events.ts'
import {
  isPostVisibleSql,
  isVisibleSql,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { selectPosts, type PostRow } from '../posts.rows.ts'
import { redactPost, toPost } from '../posts.sight.ts'

export type Mark = { roomId: string; userId: string; number: number }

/** A notice carries at most 8,000 bytes. */
const PER_NOTICE = 50

/**
 * Raises what members have read, in one statement, and tells every process what changed. Never
 * back, and never beyond the newest number of the room; nothing for a user who is not in it.
 */
export async function raiseMarks(on: Sql, marks: readonly Mark[], at: Date): Promise<void> {
  await on.run(sql`
    with seen as (
      select * from unnest(${marks.map(({ roomId }) => roomId)}::uuid[],
        ${marks.map(({ userId }) => userId)}::uuid[],
        ${marks.map(({ number }) => number)}::bigint[]) as s (room_id, user_id, number)),
    raised as (
      insert into room_reads as r (user_id, room_id, number, read_at)
      select m.user_id, m.room_id, least(s.number, o.last_number), ${at.toISOString()}::timestamptz
      from seen s
      join room_members m on m.room_id = s.room_id and m.user_id = s.user_id
      join rooms o on o.id = m.room_id
      -- in order, so that two processes never wait for each other
      order by m.room_id, m.user_id
      on conflict (room_id, user_id) do update set number = excluded.number, read_at = excluded.read_at
        where r.number < excluded.number
      returning user_id, room_id, number),
    placed as (select *, (row_number() over () - 1) / ${PER_NOTICE}::integer as part from raised)
    select ${publishSql(sql`json_build_object('kind', 'read', 'marks', json_agg(
      json_build_object('userId', user_id, 'roomId', room_id, 'number', number)))`)}
    from placed group by part`)
}

type Asking = { userId: string; rooms: readonly string[]; sight: Visibility }
type UnreadRoom = {
  slug: string
  name: string
  icon: string
  unread: number
  latest: number
  posts: Post[]
}

/**
 * Of some rooms those with something somebody has not read and may see, each with the oldest of it:
 * among the same numbers, and up to as many, as its card counts. Nothing of those they do not hear.
 */
export async function listUnreadPosts(
  on: Sql,
  { userId, rooms, sight }: Asking,
  each: number,
): Promise<UnreadRoom[]> {
  const isNews = sql`p.room_id = r.id and p.removed_at is null
    and p.number > greatest(coalesce(s.number, 0), r.last_number - ${limits.unreadLookedAt}::integer)
    and p.user_id <> ${userId} and ${isVisibleSql(sight, sql`p.user_id`)}
    and ${isPostVisibleSql(sight, sql`p.id`)}`
  const rows = await on.rows<Omit<UnreadRoom, 'posts'> & { posts: PostRow[] }>(sql`
    select r.slug, r.name, r.icon, r.last_number as latest, news.unread,
      (select coalesce(json_agg(page order by page.number), '[]') from (
        ${selectPosts(sight)} where ${isNews} order by p.number limit ${each}) page) as posts
    from room_members m join rooms r on r.id = m.room_id
    left join room_reads s on s.room_id = m.room_id and s.user_id = m.user_id
    cross join lateral (
      select count(*)::integer as unread from (
        select from posts p join profiles a on a.id = p.user_id and a.is_shown
        where ${isNews} order by p.number desc limit ${limits.unreadCounted}) unseen) news
    where m.user_id = ${userId} and m.dormant_at is null and m.muted_at is null
      and r.id = any (${[...rooms]}::uuid[]) and news.unread > 0
    order by r.position, r.created_at, r.id`)
  return rows.map(({ posts: read, ...room }) => ({
    ...room,
    posts: read.flatMap((post) => redactPost(sight, toPost(post)) ?? []),
  }))
}

export const listSlugs = (
  on: Sql,
  rooms: readonly string[],
): Promise<{ id: string; slug: string }[]> =>
  on.rows(sql`select id, slug from rooms where id = any (${[...rooms]}::uuid[])`)
