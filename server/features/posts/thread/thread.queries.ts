import type { Post } from '#contract/posts/posts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import {
  isPostVisibleSql,
  isVisibleSql,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { posts, selectPosts, type PostRow } from '../posts.rows.ts'
import { toPost } from '../posts.sight.ts'

/** A post of a room that stands there and is shown, as what it says of itself. */
export async function findAnswered(
  on: Sql,
  roomId: string,
  postId: string,
): Promise<Post | undefined> {
  const row = await on.row<{ post: PostRow }>(sql`
    select row_to_json(page) as post from (
      ${posts} where p.id = ${postId} and p.room_id = ${roomId} and p.removed_at is null) page`)
  return row && toPost(row.post)
}

/** What answers a post and is to be seen, the oldest first: a page that ends with another would tell of it. */
export async function readReplies(
  on: Sql,
  { postId, after, max, sight }: { postId: string; after: number; max: number; sight: Visibility },
): Promise<Post[]> {
  const row = await on.row<{ found: PostRow[] }>(sql`
    select coalesce(json_agg(page order by page.number), '[]') as found from (
      ${selectPosts(sight)}
      where p.reply_to = ${postId} and p.removed_at is null and p.number > ${after}::bigint
        and ${isVisibleSql(sight, sql`p.user_id`)} and ${isPostVisibleSql(sight, sql`p.id`)}
      order by p.number limit ${max}) page`)
  return row?.found.map(toPost) ?? []
}
