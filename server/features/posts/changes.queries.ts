import type { Post } from '#contract/posts/posts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'
import { selectPosts, type PostRow } from './posts.rows.ts'
import { toPost } from './posts.sight.ts'

type OwnPost = { id: string; roomId: string; text: string; createdAt: string; isHidden: boolean }

/** A post of this member that stands there still; nobody else changes it until the transaction ends. */
export const lockOwn = (on: Sql, postId: string, userId: string): Promise<OwnPost | undefined> =>
  on.row<OwnPost>(sql`
    select p.id, p.room_id, p.text, p.created_at, a.is_hidden
    from posts p join profiles a on a.id = p.user_id
    where p.id = ${postId} and p.user_id = ${userId} and p.removed_at is null
    for no key update of p`)

export async function updateText(on: Sql, postId: string, text: string, now: Date): Promise<void> {
  await on.run(sql`
    update posts set text = ${text}, edited_at = ${now.toISOString()} where id = ${postId}`)
}

/**
 * It keeps its number; its text is deleted. The database allows this only to its author or with a
 * statement of reasons.
 */
export async function removeOwn(on: Sql, postId: string, userId: string, now: Date): Promise<void> {
  await on.run(sql`
    update posts set text = '–', removed_at = ${now.toISOString()}, taken_back_by = ${userId}
    where id = ${postId}`)
}

export async function findPost(
  on: Sql,
  postId: string,
  sight: Visibility,
): Promise<Post | undefined> {
  const row = await on.row<{ post: PostRow }>(
    sql`select row_to_json(page) as post from (${selectPosts(sight)} where p.id = ${postId}) page`,
  )
  return row && toPost(row.post)
}
