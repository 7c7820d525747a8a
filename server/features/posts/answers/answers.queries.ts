import type { Post } from '#contract/posts/posts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import {
  isPostVisibleSql,
  isVisibleSql,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { selectPosts, type PostRow } from '#server/features/posts/posts.rows.ts'
import { redactPost, toPost } from '#server/features/posts/posts.sight.ts'

type Today = { icebreakerId: string; now: Date; max: number }
type AnswersQuery = Today & { roomId: string; before: number | null; sight: Visibility }

/** SQL: that a post `p` answers a question of the club's day so far. */
const isAnswer = ({ icebreakerId, now }: Today) => sql`
  p.icebreaker_id = ${icebreakerId} and p.removed_at is null
  and p.created_at >= date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'Europe/Berlin')
    at time zone 'Europe/Berlin'`

/**
 * Answers to a question of the club's day so far that are to be seen, newest first: the question was asked before,
 * and a page that ends with another answer would tell of it.
 */
export async function readAnswers(on: Sql, query: AnswersQuery): Promise<Post[]> {
  const { roomId, before, max, sight } = query
  const row = await on.row<{ found: PostRow[] }>(sql`
    select coalesce(json_agg(page order by page.number desc), '[]') as found from (
      ${selectPosts(sight)}
      where p.room_id = ${roomId} and ${isAnswer(query)}
        and (${before}::bigint is null or p.number < ${before}::bigint)
        and ${isVisibleSql(sight, sql`p.user_id`)} and ${isPostVisibleSql(sight, sql`p.id`)}
      order by p.number desc limit ${max}) page`)
  return row?.found.map(toPost) ?? []
}

type Everywhere = Today & { rooms: readonly string[]; sight: Visibility }
type RoomAnswer = { room: { slug: string; name: string }; post: Post }

/** The newest answers of the day in some rooms, as far as somebody sees them. */
export async function readNewestAnswers(on: Sql, query: Everywhere): Promise<RoomAnswer[]> {
  const { rooms, sight, max } = query
  const rows = await on.rows<{ slug: string; name: string; found: PostRow }>(sql`
    select r.slug, r.name, to_json(page) as found
    from rooms r cross join lateral (
      ${selectPosts(sight)}
      where p.room_id = r.id and ${isAnswer(query)} and ${isVisibleSql(sight, sql`p.user_id`)}
        and ${isPostVisibleSql(sight, sql`p.id`)}
      order by p.number desc limit ${max}) page
    where r.id = any (${[...rooms]}::uuid[])
    order by page."createdAt" desc, r.slug limit ${max}`)
  return rows.flatMap(({ slug, name, found }) => {
    const post = redactPost(sight, toPost(found))
    return post ? [{ room: { slug, name }, post }] : []
  })
}

/** In which of some rooms somebody read last. */
export async function findLastRoom(
  on: Sql,
  userId: string,
  rooms: readonly string[],
): Promise<string | null> {
  const row = await on.row<{ slug: string }>(sql`
    select r.slug from room_reads s join rooms r on r.id = s.room_id
    where s.user_id = ${userId} and s.room_id = any (${[...rooms]}::uuid[])
    order by s.read_at desc nulls last limit 1`)
  return row?.slug ?? null
}
