import type { Sql } from '#server/platform/database.ts'
import { raw, sql } from '#server/platform/database.ts'

/** So many posts of a member in the first room there is, of words no program makes much smaller. */
export async function insertManyPosts(on: Sql, userId: string, count: number): Promise<void> {
  const words = raw(Array.from({ length: 6 }, (_, n) => `md5(n::text || '${n}')`).join(' || '))
  await on.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), (select id from rooms order by created_at limit 1), n, ${userId},
      ${words}, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${count}::int) n`)
}
