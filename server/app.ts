import type { Config } from './config.ts'
import { jobHandlers, jobSchedule } from './jobs.ts'
import type { App } from './platform/context.ts'
import { openDatabase } from './platform/database.ts'
import { Hub } from './platform/events.ts'
import { openJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'

type Options = {
  log: Log
  now?: () => Date
  /** Whether this process works on jobs, or only queues them. */
  work?: boolean
}

/** Opens everything a process shares, on a migrated database. */
export async function openApp(
  config: Config,
  databaseUrl: string,
  { log, now = () => new Date(), work = true }: Options,
): Promise<App & { close(): Promise<void> }> {
  const db = openDatabase(databaseUrl)
  const hub = new Hub()
  await hub.start(db)
  const jobs = openJobs({
    url: databaseUrl,
    handlers: jobHandlers,
    schedule: jobSchedule,
    app: () => app,
  })
  const app: App = { config, db, hub, jobs, log, now }
  await jobs.start({ work })

  return {
    ...app,
    async close() {
      await jobs.stop()
      await hub.stop()
      await db.end()
    },
  }
}
