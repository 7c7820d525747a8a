import { sql, type Sql } from '#server/platform/database/database.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'

/** Hides a post in a room the member is in. Beyond `most` hidden posts the oldest are shown again. */
export async function insertHidden(
  on: Sql,
  { userId, postId, at, most }: { userId: string; postId: string; at: Date; most: number },
): Promise<void> {
  await on.run(sql`
    with put as (
      insert into hidden_posts (user_id, post_id, hidden_at)
      select ${userId}, p.id, ${at.toISOString()} from posts p
      join room_members m on m.room_id = p.room_id and m.user_id = ${userId}
      where p.id = ${postId} and p.user_id <> ${userId}::uuid
      on conflict do nothing)
    delete from hidden_posts where user_id = ${userId} and post_id in (
      select post_id from hidden_posts where user_id = ${userId}
      order by hidden_at desc, post_id offset ${most - 1})`)
}

export async function deleteHidden(on: Sql, userId: string, postId: string | null): Promise<void> {
  await on.run(sql`
    delete from hidden_posts
    where user_id = ${userId} and post_id = coalesce(${postId}::uuid, post_id)`)
}

/** Counts hidden posts that would be visible again; posts of members out of sight are not counted, as if they were gone. */
export async function countHidden(on: Sql, userId: string): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::int as count from hidden_posts h
    join posts t on t.id = h.post_id and t.removed_at is null
    join profiles p on p.id = t.user_id and p.is_shown and ${mayBeSeen(userId)}
    where h.user_id = ${userId}`)
  return row?.count ?? 0
}
