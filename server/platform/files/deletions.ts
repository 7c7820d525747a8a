import type { App } from '#server/platform/context.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { StoreName } from './fileStore.ts'

/** Files of one store that no row will know of: by their keys, or all below the first part of them. */
type Doomed = { store: StoreName } & ({ keys: readonly string[] } | { folder: string })

const AT_ONCE = 100
/** Lists of a store may be behind: what was in a folder is asked for again until then. */
const SETTLED_MS = 3_600_000

/** In the transaction that drops the last row that knows of them; `deleteFiles` once it has committed. */
export async function noteDeletion(on: Sql, doomed: Doomed, at: Date): Promise<void> {
  const isFolder = 'folder' in doomed
  const keys = isFolder ? [doomed.folder] : doomed.keys
  await on.run(sql`
    insert into file_deletions (store, key, is_folder, asked_at)
    select ${doomed.store}, key, ${isFolder}, ${at.toISOString()} from unnest(${keys}::text[]) key`)
}

type Deleting = Pick<App, 'db' | 'files' | 'log'>

/** Tries it at once. What the store does not do now, it is asked for again by the job. */
export async function deleteFiles({ db, files, log }: Deleting, doomed: Doomed): Promise<void> {
  const store = files.store(doomed.store)
  try {
    if ('folder' in doomed) return await store.removeFolder(doomed.folder)
    for (const key of doomed.keys) await store.remove(key)
    await db.run(sql`
      delete from file_deletions
      where store = ${doomed.store} and not is_folder and key = any(${doomed.keys}::text[])`)
  } catch (error) {
    log.warn({ err: error }, 'a file is still there, and its deletion will be tried again')
  }
}

type Row = { id: string; store: StoreName; key: string; isFolder: boolean; askedAt: string }

/** Asks the store for what it has not confirmed yet. Throws while it does not answer; the rows stay. */
export async function workOffDeletions(app: Deleting & Pick<App, 'now'>): Promise<void> {
  const { db, files, now } = app
  let after = '0'
  for (;;) {
    const rows = await db.rows<Row>(sql`
      select id, store, key, is_folder, asked_at from file_deletions
      where id > ${after}::bigint order by id limit ${AT_ONCE}`)
    for (const { id, store, key, isFolder, askedAt } of rows) {
      await (isFolder ? files.store(store).removeFolder(key) : files.store(store).remove(key))
      if (!isFolder || now().getTime() - Date.parse(askedAt) >= SETTLED_MS)
        await db.run(sql`delete from file_deletions where id = ${id}::bigint`)
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

/** Deletions the store has not confirmed since before then. */
export async function countDeletions(on: Sql, before: Date): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::int as count from file_deletions where asked_at < ${before.toISOString()}`)
  return row?.count ?? 0
}
