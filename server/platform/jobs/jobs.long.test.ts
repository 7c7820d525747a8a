import { expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import type { App } from '#server/platform/context.ts'
import { openClub } from '#testing/club/club.ts'
import { openWay } from '#testing/club/database/way.ts'
import { sql } from '#server/platform/database/database.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
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

test('however many work, what is due by the clock is queued once', async () => {
  await using club = await openClub()
  const open = () => openApp(club.config, club.databaseUrl, { log: silentLog })
  await (await open()).close()
  await club.db.run(sql`delete from pgboss.job`)
  const claim = sql`update pgboss.version set cron_on = now() - interval '10 minutes'`
  await club.db.run(claim)
  const workers = await Promise.all([open(), open(), open()])
  const queued = async () =>
    (await club.db.rows(sql`select from pgboss.job where name = 'turn_subscriptions'`)).length
  await expect.poll(queued).toBeGreaterThan(0)
  // as if another had taken the same minute up as well
  await club.db.run(claim)
  workers.push(await open())
  const passed = async () =>
    (
      await club.db.rows(
        sql`select from pgboss.version where cron_on > now() - interval '5 minutes'`,
      )
    ).length
  await expect.poll(passed).toBe(1)
  // which ends what each is about to queue
  await Promise.all(workers.map((worker) => worker.close()))
  const found = await club.db.rows<{ name: string; sent: number; slots: number; jobs: number }>(sql`
    select due.name, count(*) as sent, count(distinct due.slot) as slots,
      (select count(*) from pgboss.job where name = due.name) as jobs
    from (select data ->> 'name' as name, singleton_on as slot from pgboss.job
      where name = '__pgboss__send-it') as due
    group by due.name`)
  expect(found.map(({ name }) => name)).toContain('turn_subscriptions')
  for (const { sent, slots, jobs } of found) {
    expect(sent).toBe(slots)
    expect(jobs).toBeLessThanOrEqual(slots)
  }
})

test('a queue whose connections fell silent goes on with others', async () => {
  await using club = await openClub()
  const way = await openWay(club.databaseUrl, (near, goOn) => void near.pipe(goOn()).pipe(near))
  const done: string[] = []
  const jobs = openJobs({
    url: way.url,
    handlers: {
      delete_minor: async (_: App, { userId }: { userId: string }) => void done.push(userId),
    } as never,
    schedule: {},
    app: () => club.app,
    answerTimeoutMs: 1_000,
  })
  await jobs.start()
  const send = (userId: string) => club.app.jobs.send(club.db, 'delete_minor', { userId })
  await send('one')
  await expect.poll(() => done).toEqual(['one'])
  for (const line of way.lines) line.unpipe().pause()
  await send('two')
  await expect.poll(() => done).toEqual(['one', 'two'])
  await jobs.stop()
})
