import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { jobHandlers } from '#server/jobs.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbedded } from '#server/platform/embedded.ts'
import { openJobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log.ts'
import { migrate, migrations } from '#server/platform/migrate.ts'

/** A crash may lose what the tests wrote, so nothing waits for the disk. */
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  checkpoint_timeout: '1h',
  // hundreds of small databases that nobody will vacuum
  autovacuum: 'off',
  jit: 'off',
}

/** Prepares one cluster (or uses TEST_DATABASE_URL) and one migrated template for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const cluster = given ? { url: given, stop: async () => {} } : await throwAwayCluster()
  const hash = createHash('sha256').update(JSON.stringify(await migrations()))
  const template = `template_${hash.digest('hex').slice(0, 12)}_${process.pid}`

  const admin = openDatabase(cluster.url, { max: 1 })
  await admin.script(`create database ${template}`)
  const url = new URL(cluster.url)
  url.pathname = `/${template}`
  const db = openDatabase(url.href, { max: 1 })
  await migrate(db)
  await db.end()
  const jobs = openJobs({ url: url.href, handlers: jobHandlers, schedule: {}, app: noApp })
  await jobs.start({ work: false })
  await jobs.stop()

  project.provide('adminUrl', cluster.url)
  project.provide('template', template)
  return async () => {
    await admin.script(`drop database if exists ${template} with (force)`)
    await admin.end()
    await cluster.stop()
  }
}

async function throwAwayCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-tests-'))
  const { url, adminUrl, stop } = await startEmbedded({
    dataDir,
    log: silentLog,
    isServer: false,
    settings: THROW_AWAY,
  })
  const superuser = openDatabase(adminUrl, { max: 1 })
  await superuser.script('alter role club createdb')
  await superuser.end()
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function noApp(): never {
  throw new Error('no job runs while the template is made')
}
