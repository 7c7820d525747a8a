import { openDatabase, sql } from '#server/platform/database/database.ts'
import type { ServerProcess } from '#testing/club/process/serverProcess.ts'

/** As if two admins had made somebody a moderator. */
export async function makeModerator(
  { databaseUrl }: ServerProcess,
  { email }: { email: string },
): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1 })
  try {
    await db.run(sql`insert into user_roles
      values ((select id from users where email = ${email}), 'moderator')`)
  } finally {
    await db.end()
  }
}
