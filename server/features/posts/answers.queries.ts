import type { Post } from '#contract/posts/posts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { posts, type PostRow } from './posts.rows.ts'
import { toPost } from './posts.sight.ts'

type Asked = { roomId: string; icebreakerId: string; now: Date; before: number | null; max: number }

/** Answers to a question of the club's day so far, newest first: the question was asked before. */
export async function readAnswers(on: Sql, asked: Asked): Promise<Post[]> {
  const { roomId, icebreakerId, now, before, max } = asked
  const row = await on.row<{ found: PostRow[] }>(sql`
    select coalesce(json_agg(page order by page.number desc), '[]') as found from (
      ${posts}
      where p.room_id = ${roomId} and p.icebreaker_id = ${icebreakerId} and p.removed_at is null
        and p.created_at >= date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'Europe/Berlin')
          at time zone 'Europe/Berlin'
        and (${before}::bigint is null or p.number < ${before}::bigint)
      order by p.number desc limit ${max}) page`)
  return row?.found.map(toPost) ?? []
}
