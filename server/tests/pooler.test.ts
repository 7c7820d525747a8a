import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { withClient } from '#server/platform/database/copy.ts'
import { SERVING_LOCK } from '#server/platform/database/database.listening.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openStore } from '#server/store.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { openWay } from '#testing/club/database/way.ts'
import { folder, keptCode } from '#testing/club/process/starting.ts'

const CLUB = fileURLToPath(new URL('../cli/club.ts', import.meta.url))

async function poolerBefore(options: { empty?: boolean } = {}) {
  const { url, ownerUrl, drop } = await cloneDatabase(options)
  onTestFinished(drop)
  return { url, ownerUrl, pooler: await openPooler(url) }
}

const settings = async (given: Record<string, string>) =>
  readConfig({ DATA_DIR: await folder(), ...given })

test('what needs a session goes past the pooler, and all else through it', async () => {
  const { ownerUrl, pooler } = await poolerBefore({ empty: true })
  const config = await settings({
    DATABASE_URL: pooler.through(ownerUrl, 'pooled'),
    DATABASE_DIRECT_URL: named(ownerUrl, 'direct'),
  })
  const store = await openStore(config, { log: silentLog, isServer: true })
  const app = await openApp(config, store.url, { log: silentLog })
  await app.db.transaction((tx) => app.jobs.send(tx, 'forget_role_changes', {}))
  const waiting = sql`select from pgboss.job where name = 'forget_role_changes' and state <> 'completed'`
  await expect.poll(() => app.db.rows(waiting)).toEqual([])

  const db = openDatabase(ownerUrl, { max: 1 })
  const listening = await db.rows<{ name: string }>(sql`
    select application_name::text as name from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and locktype = 'advisory' and objid::bigint = ${SERVING_LOCK}`)
  // the bus and the queue
  expect(listening).toEqual([{ name: 'direct' }, { name: 'direct' }])
  expect(pooler.heard()).toContain('pgboss.job')
  expect(NEEDS_SESSION.exec(pooler.heard())?.[0]).toBeUndefined()
  await db.end()
  await app.close()
  await store.close()
})

test('what no pooler lets a session say is said by the role, in this database alone', async () => {
  const { url, pooler } = await poolerBefore()
  const config = await settings({ DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: url })
  const open = () => openStore(config, { log: silentLog, isServer: true })
  await Promise.all([open(), open()])
  const { rows } = await withClient(url, (client) =>
    client.query(`select (select reset_val::int from pg_settings where name = 'statement_timeout'),
      current_setting('plan_cache_mode') as planning,
      (select reset_val::int as unfinished from pg_settings
        where name = 'idle_in_transaction_session_timeout')`),
  )
  expect(rows).toEqual([{ reset_val: 15_000, planning: 'force_generic_plan', unfinished: 30_000 }])
})

test('a pooler without a way past it is said in one sentence, and so are two places', async () => {
  const { url, ownerUrl, pooler } = await poolerBefore()
  const open = async (DATABASE_DIRECT_URL: string) =>
    openStore(await settings({ DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL }), {
      log: silentLog,
      isServer: true,
    })
  await expect(open('')).rejects.toThrow(
    /^DATABASE_URL leads to a pooler \(.*\); name the database behind it in DATABASE_DIRECT_URL/,
  )
  await expect(open(ownerUrl)).rejects.toThrow('both have to be one role in one database')
})

test('a command that goes past the pooler names that way when it leads nowhere', async () => {
  const nowhere = 'postgres://club@127.0.0.1:1/club'
  const { stderr } = spawnSync(process.execPath, [CLUB, 'backup', '--to', await folder()], {
    env: {
      ...keptCode,
      DATABASE_URL: nowhere,
      DATABASE_DIRECT_URL: nowhere,
      DATA_DIR: await folder(),
    },
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    'DATABASE_DIRECT_URL cannot be reached (127.0.0.1:1/club: ECONNREFUSED); start that PostgreSQL or correct the setting.\n',
  )
})

function named(url: string, name: string): string {
  const at = new URL(url)
  at.searchParams.set('application_name', name)
  return at.href
}

const NEEDS_SESSION =
  /\blisten\b|pg_(try_)?advisory_lock|create temporary|create (table|type|function)\b|\bset (session|role|search_path|statement_timeout|plan_cache_mode)\b/i

/** What poolers take at the start of a session. */
const TAKEN = ['user', 'database', 'client_encoding', 'application_name']

/** Stands where a pooler would, refuses what one refuses, and remembers what it was asked. */
async function openPooler(url: string) {
  let received = ''
  const way = await openWay(url, (near, goOn) =>
    near.once('data', (start) => {
      const parameters = start.subarray(8).toString().split('\0')
      const refused = parameters.find(
        (name, n) => n % 2 === 0 && name !== '' && !TAKEN.includes(name),
      )
      if (refused) return void near.end(refusal(`unsupported startup parameter: ${refused}`))
      const far = goOn()
      far.write(start)
      near.on('data', (chunk) => (received += chunk.toString('latin1')))
      near.pipe(far).pipe(near)
    }),
  )
  return {
    heard: () => received,
    through(direct: string, name = 'pooled') {
      const through = new URL(direct)
      through.search = ''
      through.host = new URL(way.url).host
      return named(through.href, name)
    },
  }
}

function refusal(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${words}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
