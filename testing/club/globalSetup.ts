import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { jobHandlers, jobSchedule } from '#server/jobs.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { migrate, migrations } from '#server/platform/database/migrate.ts'
import { grantToApp } from '#server/platform/database/roles.ts'
import { prepareReset } from '#testing/fixtures/reset.ts'
import type { Cluster } from '#testing/club/database/cluster.ts'
import { isApart, keepToProcessor, WORKERS } from '#testing/processors.ts'
import { hex } from '#testing/random.ts'

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

/** Prepares a server of PostgreSQL for each worker (or uses `TEST_DATABASE_URL`) with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const number = given || !isApart || project.config.maxWorkers === 1 ? 1 : WORKERS
  const opened = await Promise.all(
    Array.from({ length: number }, (_, at) => openCluster(given, number > 1 ? at : null)),
  )
  project.provide(
    'clusters',
    opened.map(({ cluster }) => cluster),
  )
  return async () => void (await Promise.all(opened.map(({ close }) => close())))
}

async function openCluster(given: string | undefined, processor: number | null) {
  const server = given ? await givenServer(given) : await throwAwayServer(processor)
  const hash = createHash('sha256').update(JSON.stringify(await migrations()))
  const template = `template_${hash.digest('hex').slice(0, 12)}_${process.pid}`
  const { url, ownerUrl, superuserUrl } = server

  const admin = openDatabase(ownerUrl, { max: 1 })
  await admin.script(`create database ${template}`)
  const db = openDatabase(at(ownerUrl, template), { max: 1 })
  await migrate(db)
  await grantToApp(db, server.role)
  await db.end()
  const jobs = openJobs({
    url: at(url, template),
    handlers: jobHandlers,
    schedule: jobSchedule,
    app: noApp,
  })
  await jobs.start({ work: false })
  await jobs.stop()
  if (superuserUrl) {
    const superuser = openDatabase(at(superuserUrl, template), { max: 1 })
    await prepareReset(superuser)
    await superuser.end()
  }
  return {
    cluster: { url, ownerUrl, superuserUrl, template } satisfies Cluster,
    async close() {
      await admin.script(`drop database if exists ${template} with (force)`)
      await admin.end()
      await server.stop()
    },
  }
}

type Server = Omit<Cluster, 'template'> & { role: string; stop(): Promise<void> }

const at = (url: string, database: string): string => {
  const there = new URL(url)
  there.pathname = `/${database}`
  return there.href
}

async function throwAwayServer(processor: number | null): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-tests-'))
  const { url, ownerUrl, adminUrl, stop } = await startEmbedded({
    dataDir,
    log: silentLog,
    isServer: false,
    settings: THROW_AWAY,
  })
  if (processor !== null) {
    const [pid] = (await readFile(join(dataDir, 'pg', 'data', 'postmaster.pid'), 'utf8')).split(
      '\n',
    )
    keepToProcessor(processor, Number(pid))
  }
  const superuser = openDatabase(adminUrl, { max: 1 })
  // dropping a database ends the sessions in it, the app's too
  await superuser.script('alter role club_owner createdb; grant club to club_owner')
  await superuser.end()
  return {
    url,
    ownerUrl,
    superuserUrl: adminUrl,
    role: 'club',
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server somebody gave, as a role that may make databases and roles: the club runs as one of its own. */
async function givenServer(ownerUrl: string): Promise<Server> {
  const [role, password] = [`club_test_${process.pid}`, hex(24)]
  const owner = openDatabase(ownerUrl, { max: 1 })
  await owner.script(
    `create role ${role} login password '${password}'; grant ${role} to current_user`,
  )
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return {
    url: url.href,
    ownerUrl,
    superuserUrl: null,
    role,
    async stop() {
      await owner.script(`drop role ${role}`)
      await owner.end()
    },
  }
}

function noApp(): never {
  throw new Error('no job runs while the template is made')
}
