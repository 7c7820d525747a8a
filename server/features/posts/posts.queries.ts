import type { Post } from '#contract/posts.ts'
import { sql, type Sql } from '#server/platform/database.ts'

/** A room as its rules need it, and whether the asking member is in it. */
export type Place = {
  id: string
  accessLevel: string
  isActive: boolean
  isMember: boolean
}

const place = (userId: string) => sql`
  r.id, r.access_level, r.is_active,
  exists (select from room_members m where m.room_id = r.id and m.user_id = ${userId})
    as is_member`

// built as JSON by the database: parsing rows would cost more than reading them
const posts = sql`
  select p.id, p.number, p.text, p.icebreaker_id as "icebreakerId",
    to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    json_build_object('id', a.id, 'username', a.username, 'city', a.city) as author
  from posts p join profiles a on a.id = p.user_id`

export type Range = { before?: number | undefined; after?: number | undefined }
export type PageRow = Place & { latest: number; posts: Post[] }

/**
 * A room with up to `limit` of its posts between two numbers, newest first: those next to `after`
 * if it is given, else the newest. One snapshot, so the numbers and the posts agree.
 */
export function readPage(
  on: Sql,
  slug: string,
  userId: string,
  { before, after }: Range,
  limit: number,
): Promise<PageRow | undefined> {
  const nearest = after === undefined ? sql`desc` : sql`asc`
  return on.row<PageRow>(sql`
    select ${place(userId)}, r.last_number as latest,
      (select coalesce(json_agg(page order by page.number desc), '[]') from (
        ${posts}
        where p.room_id = r.id and p.removed_at is null
          and p.number > ${after ?? 0}::bigint
          and p.number < coalesce(${before ?? null}::bigint, r.last_number + 1)
        order by p.number ${nearest} limit ${limit}) page) as posts
    from rooms r where r.slug = ${slug}`)
}

/** The posts of a room numbered above `after`, up to and including `upTo`. */
export async function readBetween(
  on: Sql,
  roomId: string,
  after: number,
  upTo: number,
): Promise<Post[]> {
  const row = await on.row<{ found: Post[] }>(sql`
    select coalesce(json_agg(page), '[]') as found from (
      ${posts}
      where p.room_id = ${roomId} and p.removed_at is null
        and p.number > ${after}::bigint and p.number <= ${upTo}::bigint) page`)
  return row?.found ?? []
}

/** A post already stored under an id, with its room. */
export type Taken = { roomId: string; post: Post }

export async function findPlaceAndTaken(
  on: Sql,
  slug: string,
  userId: string,
  postId: string,
): Promise<(Place & { taken: Taken | null }) | undefined> {
  return on.row(sql`
    select ${place(userId)},
      (select json_build_object('roomId', t.room_id, 'post', (
         select row_to_json(page) from (${posts} where p.id = t.id) page))
       from posts t where t.id = ${postId}) as taken
    from rooms r where r.slug = ${slug}`)
}

type NewPost = {
  id: string
  userId: string
  text: string
  icebreakerId: string | null
  createdAt: string
}

/** Stores a post under the number that `takeNumber` (SQL) gives; null when it gives none. */
export async function insertPost(
  on: Sql,
  takeNumber: ReturnType<typeof sql>,
  { id, userId, text, icebreakerId, createdAt }: NewPost,
): Promise<number | null> {
  const row = await on.row<{ number: number }>(sql`
    with taken as (${takeNumber})
    insert into posts (id, room_id, number, user_id, text, icebreaker_id, created_at)
    select ${id}, taken.id, taken.last_number, ${userId}, ${text},
      (select i.id from icebreakers i where i.id = ${icebreakerId}), ${createdAt}
    from taken returning number`)
  return row?.number ?? null
}
