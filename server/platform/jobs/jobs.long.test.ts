import { expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { openClub } from '#testing/club/club.ts'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'

test('what came due while the club was closed is done once it is open again', async () => {
  await using club = await openClub()
  const open = () => openApp(club.config, club.databaseUrl, { log: silentLog })
  await (await open()).close()
  await club.db.run(sql`update pgboss.schedule set created_on = now() - interval '2 days'`)
  await club.db.run(sql`update pgboss.version set cron_on = now() - interval '25 hours'`)
  await club.db.run(sql`delete from pgboss.job`)
  const worker = await open()
  const comparisons = async () =>
    (await club.db.rows(sql`select from pgboss.job where name = 'reconcile_payments'`)).length
  await expect.poll(comparisons).toBeGreaterThan(0)
  await worker.close()
})
