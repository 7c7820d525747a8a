import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn } from '#contract/accounts/auth.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { keyPath, openApp } from '#server/app.ts'
import { adoptFolders } from '#server/cli/adoptFolders.ts'
import { backUp } from '#server/cli/backup/backup.ts'
import { backUpKeys } from '#server/cli/backup/keys.ts'
import { restore } from '#server/cli/backup/restore.ts'
import { readConfig, type Config } from '#server/config.ts'
import { raw, type Database } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { serveClub } from '#server/serve.ts'
import { askDatabase } from '#server/store.ts'
import { callUrl, readSetCookies, type Result } from './call.ts'
import type { Club, TestMember } from './club.ts'
import { cloneDatabase } from './database/cluster.ts'

const log = silentLog

type Source = Pick<Club, 'config' | 'databaseUrl'> & { app: Pick<Club['app'], 'now'> }

/** Folders for the two kinds of backups, and places to restore them to; gone with the test. */
export async function openBackups(club: Source) {
  const folder = await mkdtemp(join(tmpdir(), 'club-backups-'))
  const { now } = club.app
  const config: Config = { ...club.config, databaseUrl: club.databaseUrl }
  const closing: (() => Promise<unknown>)[] = []
  const everything = join(folder, 'everything')
  const keys = join(folder, 'keys')

  return {
    folder,
    everything,
    keys,
    config,
    backUp: (to = everything) => backUp({ config, log, now }, to),
    backUpKeys: (to = keys) => backUpKeys({ config, log, now }, to),

    /** Somewhere without a club: an empty database of a server, and an empty folder. */
    emptyPlace: (settings: Partial<Config> = {}) => openPlace({ empty: true }, settings),

    /** Somewhere with a new club that does not run. */
    newPlace: () => openPlace({ empty: false }),

    async [Symbol.asyncDispose]() {
      for (const close of closing) await close()
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function openPlace(kind: { empty: boolean }, settings: Partial<Config> = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), 'club-restored-'))
    const database = await cloneDatabase(kind)
    closing.push(
      () => database.drop(),
      () => rm(dataDir, { recursive: true, force: true }),
    )
    const place: Config = {
      ...readConfig({ DATA_DIR: dataDir }),
      databaseUrl: database.url,
      databaseOwnerUrl: database.ownerUrl,
      ...settings,
    }
    const at = { config: place, log, now }

    return {
      config: place,
      dataDir,
      restore: (from: string, list?: string) => restore(at, from, list),

      /** The keys of the club as they are now, without which no photo and no document opens. */
      async bringKeys() {
        await backUpKeys({ config, log, now }, keys)
        return restore(at, join(keys, (await readdir(keys)).sort().at(-1)!))
      },

      /** The club that was restored, with its door open; without the keys it is one that lost them. */
      async open() {
        if (!existsSync(`${keyPath(place)}.lasting`))
          await askDatabase(database.url, (db) => adoptFolders({ ...at, db, url: database.url }))
        const app = await openApp(place, database.url, { log, now, work: false })
        const server = await serveClub(app, { host: '127.0.0.1', port: 0, site: dataDir })
        let isClosed = false
        const close = async () => {
          if (isClosed) return
          isClosed = true
          await server.close()
          await app.close()
        }
        closing.unshift(close)
        const url = `http://127.0.0.1:${server.port}`
        place.publicUrl = url
        const call = <E extends Endpoint>(
          as: { cookie: string } | null,
          endpoint: E,
          request: RequestOf<E>,
        ): Promise<Result<E>> => callUrl(url, as?.cookie, endpoint, request)
        return {
          app,
          db: app.db,
          url,
          call,
          dataDir,
          close,

          /** Signs in as somebody did before; answers their cookie. */
          async logIn({ email, password }: TestMember): Promise<{ cookie: string }> {
            const made = await call(null, logIn, { body: { email, password } })
            if (!made.ok) throw new Error(made.code)
            return { cookie: readSetCookies(made.headers) }
          },
        }
      },
    }
  }
}

/** A digest of every table's rows, whatever their order. */
export async function rowsByTable(db: Pick<Database, 'rows'>): Promise<Record<string, string>> {
  const tables = await db.rows<{ name: string }>(
    raw(`select tablename as name from pg_tables where schemaname = 'public' order by 1`) as never,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await db.rows<{ sum: string }>(
      raw(`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
        as sum from "${name}" t`) as never,
    )
    found[name] = row!.sum
  }
  return found
}
