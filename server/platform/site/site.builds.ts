// Keeps the files of the last three builds of the web app in the database, for browsers that still show one.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/platform/context.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import { publish } from '#server/platform/database/events.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { contentAsset, type Asset } from './site.assets.ts'

/** What a page of a build may still ask for, each under a name made of what it holds. */
const FOLDER = 'assets'
const PACKED = /\.(br|gz)$/
const KEPT_BUILDS = 3
const LOCK = 4_027_031
const USE = 'files of a build'

type KeepingApp = Pick<App, 'build' | 'bus' | 'db' | 'now' | 'siteFolder' | 'strongbox'>
type FindingApp = Pick<App, 'bus' | 'db' | 'log' | 'now' | 'strongbox'>

/** What tells this build of the web app from any other; null where none lies there. */
export async function nameBuild(siteFolder: string): Promise<string | null> {
  const names = await listFiles(siteFolder)
  if (names.length === 0) return null
  return createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 12)
}

async function listFiles(siteFolder: string): Promise<string[]> {
  const names = await readdir(join(siteFolder, FOLDER)).catch(() => [])
  return names.filter((name) => !PACKED.test(name)).sort()
}

/**
 * Before this build is shown to anybody: puts its files where the club's other processes find them, and takes away
 * those of builds that three others were started after.
 */
export async function keepBuild(app: KeepingApp): Promise<void> {
  const { build, db, now } = app
  if (!build) return
  // read before others who start at this moment have to wait for it, and for a disk that may be slow
  const files = (await isKept(db, build)) ? null : await readBuild(app)
  const isDone = await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`)
    const known = await tx.run(
      sql`update build_files set kept_at = ${now()} where build = ${build}`,
    )
    if (known === 0) {
      if (!files) return false
      const { paths, contents, marks } = files
      await tx.run(sql`
        insert into build_files (build, path, content, mark, kept_at)
        select ${build}, path, content, mark, ${now()}
        from unnest(${paths}::text[], ${contents}::bytea[], ${marks}::bytea[]) as file (path, content, mark)`)
    }
    await tx.run(sql`
      delete from build_files where build not in (
        select build from build_files group by build
        order by max(kept_at) desc, build = ${build} desc limit ${KEPT_BUILDS})`)
    await publish(tx, { kind: 'build_kept' })
    return true
  })
  // three others were started since it was looked for, and took it away
  if (!isDone) await keepBuild(app)
}

async function isKept(db: Sql, build: string): Promise<boolean> {
  const row = await db.row(sql`select from build_files where build = ${build} limit 1`)
  return row !== undefined
}

async function readBuild({ siteFolder, strongbox }: KeepingApp) {
  const paths = (await listFiles(siteFolder)).map((name) => `/${FOLDER}/${name}`)
  const contents = await Promise.all(paths.map((path) => readFile(join(siteFolder, path))))
  const marks = await Promise.all(
    paths.map((path, at) => strongbox.mark(USE, describe(path, contents[at]!))),
  )
  return { paths, contents, marks }
}

const describe = (path: string, content: Uint8Array) =>
  `${path} ${createHash('sha256').update(content).digest('base64url')}`

/** Finds the files of earlier builds, for browsers that still show one of their pages. */
export class StoredBuilds {
  #app: FindingApp
  /** However often somebody asks for what nobody has, the database is asked seldom. */
  #paths: CachedQuery<Set<string>>
  #read = new Map<string, Asset>()

  constructor(app: FindingApp) {
    this.#app = app
    this.#paths = new CachedQuery(app, 'build_kept', () => this.#list())
  }

  async find(path: string): Promise<Asset | null> {
    if (!path.startsWith(`/${FOLDER}/`) || !(await this.#paths.get()).has(path)) return null
    const asset = this.#read.get(path) ?? (await this.#open(path))
    if (asset) this.#read.set(path, asset)
    return asset
  }

  async #list(): Promise<Set<string>> {
    const { db } = this.#app
    const rows = await db.rows<{ path: string }>(sql`select distinct path from build_files`)
    const paths = new Set(rows.map(({ path }) => path))
    for (const path of this.#read.keys()) if (!paths.has(path)) this.#read.delete(path)
    return paths
  }

  async #open(path: string): Promise<Asset | null> {
    const { db, log, strongbox } = this.#app
    const row = await db.row<{ content: Buffer<ArrayBuffer>; mark: Buffer }>(
      sql`select content, mark from build_files where path = ${path} order by kept_at desc limit 1`,
    )
    if (!row) return null
    const marks = await strongbox.marks(USE, describe(path, row.content))
    if (marks.some((mark) => mark.equals(row.mark))) return contentAsset(path, row.content)
    log.error({ path }, 'a file of a build is not as the club kept it, and is not shown')
    return null
  }
}
