import { sql, type Sql } from '#server/platform/database/database.ts'

/** Takes a post out of its room, with the statement that says why; false when it was gone already. */
export async function removePost(
  on: Sql,
  postId: string,
  statementId: string,
  now: Date,
): Promise<boolean> {
  const removed = await on.run(sql`
    update posts set removed_at = ${now.toISOString()}, removal_statement_id = ${statementId}
    where id = ${postId} and removed_at is null`)
  return removed > 0
}

/** What was removed wrongly is there again; false when its author had taken it back before. */
export async function restorePosts(on: Sql, statementId: string): Promise<boolean> {
  const restored = await on.run(sql`
    update posts set removed_at = null, removal_statement_id = null
    where removal_statement_id = ${statementId}`)
  return restored > 0
}

/** Some of their posts, so that no statement keeps anybody waiting; answers how many went. */
export const deleteSomePosts = (on: Sql, userId: string, max: number): Promise<number> =>
  on.run(sql`
    delete from posts where id in (select id from posts where user_id = ${userId} limit ${max})`)
