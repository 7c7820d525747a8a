import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { grantToApp } from '#server/platform/database/roles.ts'
import { fill } from './filling.ts'
import { startServer, type Measured } from './server.ts'

/** Enough for pgbench's 64 beside the servers' own; otherwise the database is as the club ships it. */
const DATABASE_CONNECTIONS = 120

export type BenchClub = {
  dataDir: string
  databaseUrl: string
  /** As PostgreSQL's superuser. */
  adminUrl: string
  db: Database
  /** The real server, as a process of its own; `first` is a script that is loaded before it. */
  start(first?: string): Promise<Measured>
  close(): Promise<void>
}

/** A filled club, durable as in life, and whatever else is measured against the same database. */
export async function openBenchClub(): Promise<BenchClub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bench-'))
  // also when interrupted: the database stops by itself once we are gone
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const cluster = await startEmbedded({
    dataDir,
    log: silentLog,
    isServer: false,
    settings: { max_connections: DATABASE_CONNECTIONS },
  })
  // a club of millions takes its time to be made
  const db = openDatabase(cluster.ownerUrl, { max: 2, statementTimeoutMs: 0 })
  await migrate(db)
  await grantToApp(db, new URL(cluster.url).username)
  await fill(db)
  return {
    dataDir,
    databaseUrl: cluster.url,
    adminUrl: cluster.adminUrl,
    db,
    start: (first) =>
      startServer(
        'server/main.ts',
        [],
        {
          PORT: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: cluster.url,
          DATABASE_OWNER_URL: cluster.ownerUrl,
          TRUSTED_PROXIES: '127.0.0.1/32',
          LIMITS_FACTOR: '100000',
          DRAIN_SECONDS: '0',
          LOG_LEVEL: 'warn',
        },
        first,
      ),
    async close() {
      await db.end()
      await cluster.stop()
    },
  }
}
