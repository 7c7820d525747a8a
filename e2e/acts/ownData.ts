import { PgBoss } from 'pg-boss'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import type { JobName } from '#server/platform/jobs/jobs.data.ts'
import type { ServerProcess } from '#testing/club/process/serverProcess.ts'

/** As if somebody's thirty days were over, and the club just looked. */
export async function letDeletionPass(
  { databaseUrl, sharing }: ServerProcess,
  email: string,
): Promise<void> {
  const owner = openDatabase(sharing.DATABASE_OWNER_URL, { max: 1 })
  try {
    await owner.run(sql`update account_deletions
      set requested_at = now() - interval '30 days', purge_at = now()
      where user_id = (select id from users where email = ${email})`)
  } finally {
    await owner.end()
  }
  const jobs = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: false,
  })
  await jobs.start()
  await jobs.send('purge_accounts' satisfies JobName, {})
  await jobs.stop({ graceful: false })
}
