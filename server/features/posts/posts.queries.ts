import type { Post } from '#contract/posts.ts'
import { takeNumbers } from '#server/features/rooms/rooms.service.ts'
import { countingAttempts, identifierHash } from '#server/platform/attempts.ts'
import type { App } from '#server/platform/context.ts'
import { sql, type Sql } from '#server/platform/database.ts'
import { notice } from '#server/platform/events.ts'
import { isSeen, sightOf, type Sight } from '#server/platform/sight.ts'

// built as JSON by the database: parsing rows would cost more than reading them. Whoever does not
// consent to showing what they wrote, or leaves, is as if they had removed it, until they do.
const posts = sql`
  select p.id, p.number, p.text, p.icebreaker_id as "icebreakerId",
    to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    json_build_object('id', a.id, 'username', a.username, 'city', a.city,
      'isVerified', a.verification_status = 'verified', 'portrait', a.photos[1]) as author
  from posts p join profiles a on a.id = p.user_id and a.is_shown`

const NOTHING_KEPT = sightOf({ blockedWith: [], hiddenPosts: [] })

export type Range = { before?: number | undefined; after?: number | undefined }
export type Page = { latest: number; posts: Post[] }

/**
 * Up to `limit` posts of a room between two numbers, newest first: those next to `after` if it is
 * given, else the newest. One snapshot, so the numbers and the posts agree. Nothing when the room
 * is gone.
 */
export function readPage(
  on: Sql,
  roomId: string,
  { before, after }: Range,
  limit: number,
  sight: Sight = NOTHING_KEPT,
): Promise<Page | undefined> {
  const nearest = after === undefined ? sql`desc` : sql`asc`
  return on.row<Page>(sql`
    select r.last_number as latest,
      (select coalesce(json_agg(page order by page.number desc), '[]') from (
        ${posts}
        where p.room_id = r.id and p.removed_at is null
          and p.number > ${after ?? 0}::bigint
          and p.number < coalesce(${before ?? null}::bigint, r.last_number + 1)
          and ${isSeen(sight, sql`p.user_id`)} and p.id <> all (${[...sight.hiddenPosts]}::uuid[])
        order by p.number ${nearest} limit ${limit}) page) as posts
    from rooms r where r.id = ${roomId}`)
}

/** The posts of a room numbered above `after`, up to and including `upTo`, newest first. */
export async function readBetween(
  on: Sql,
  roomId: string,
  after: number,
  upTo: number,
): Promise<Post[]> {
  const row = await on.row<{ found: Post[] }>(sql`
    select coalesce(json_agg(page order by page.number desc), '[]') as found from (
      ${posts}
      where p.room_id = ${roomId} and p.removed_at is null
        and p.number > ${after}::bigint and p.number <= ${upTo}::bigint) page`)
  return row?.found ?? []
}

/** A post already stored under an id; null while its author does not consent to showing it. */
export type Taken = { roomId: string; userId: string; post: Post | null }

export const findTaken = (on: Sql, postId: string): Promise<Taken | undefined> =>
  on.row<Taken>(sql`
    select t.room_id, t.user_id, (select row_to_json(page) from (${posts} where p.id = t.id) page) as post
    from posts t where t.id = ${postId}`)

export const POST_RATES = ['postPerMinute', 'postPerHour'] as const

export type NewPost = {
  id: string
  roomId: string
  userId: string
  /** The session it is written in: ended by now, and nothing is stored. */
  sessionId: string
  text: string
  icebreakerId: string | null
  createdAt: string
}

/**
 * Stores posts of different members in one statement: standing, limits, numbers, rows and notices.
 * Answers those that were stored; one that was not found its author outside, over a limit, signed
 * out, without consent, or its id taken. A post of the same id stored at the same moment fails the whole statement.
 */
export function insertPosts(
  { config }: Pick<App, 'config'>,
  on: Sql,
  orders: readonly NewPost[],
): Promise<{ id: string; number: number; icebreakerId: string | null }[]> {
  const column = (pick: (order: NewPost) => string | Buffer | null) => orders.map(pick)
  const identifiers = column(({ userId }) => identifierHash(userId))
  return on.rows(sql`
    with asked as (
      select * from unnest(
        ${column(({ id }) => id)}::uuid[], ${column(({ roomId }) => roomId)}::uuid[],
        ${column(({ userId }) => userId)}::uuid[], ${column(({ sessionId }) => sessionId)}::uuid[],
        ${identifiers}::bytea[], ${column(({ text }) => text)}::text[],
        ${column(({ icebreakerId }) => icebreakerId)}::uuid[],
        ${column(({ createdAt }) => createdAt)}::timestamptz[]) with ordinality
      as a (id, room_id, user_id, session_id, identifier, text, icebreaker_id, at, turn)),
    allowed as (
      select a.* from asked a
      join sessions s on s.id = a.session_id and s.user_id = a.user_id and s.expires_at > a.at
      join rooms r on r.id = a.room_id and r.is_active
      join room_members m
        on m.room_id = a.room_id and m.user_id = a.user_id and m.dormant_at is null
      join profiles f on f.id = a.user_id and f.is_shown
      where not exists (select from posts p where p.id = a.id)),
    counted as (${countingAttempts({ config }, POST_RATES, sql`allowed`)}),
    accepted as (
      select a.*, row_number() over (partition by room_id order by turn) as place
      from allowed a where identifier in (select identifier from counted)),
    numbered as (${takeNumbers(sql`accepted`)}),
    stored as (
      insert into posts (id, room_id, number, user_id, text, icebreaker_id, created_at)
      select a.id, a.room_id, n.last_number - n.count + a.place, a.user_id, a.text,
        (select i.id from icebreakers i where i.id = a.icebreaker_id), a.at
      from accepted a join numbered n on n.id = a.room_id
      returning id, room_id, number, icebreaker_id),
    told as (
      select ${notice(sql`json_build_object('kind', 'post', 'roomId', room_id, 'number', max(number))`)}
      from stored group by room_id)
    select id, number, icebreaker_id from stored where (select count(*) from told) > 0`)
}
