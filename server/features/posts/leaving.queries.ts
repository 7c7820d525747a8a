import { sql, type Sql } from '#server/platform/database/database.ts'

/** Some of their posts, so that no statement keeps anybody waiting; answers how many went. */
export const deleteSomePosts = (on: Sql, userId: string, max: number): Promise<number> =>
  on.run(sql`
    delete from posts where id in (select id from posts where user_id = ${userId} limit ${max})`)
