// Backs up the database with its photos and documents while the club runs; a missing file is named.
import type { Config } from '#server/config.ts'
import { StoreAway } from '#server/platform/files/fileStore.ts'
import { Files } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/process/log.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { refuseOtherFiles } from '#server/platform/vault/installation.ts'
import { askDatabase } from '#server/store.ts'
import { writeDatabase, type WrittenTable } from './database.ts'
import { FilesCopy } from './files.ts'
import { makeBackup, openFolder, prune } from './folder.ts'
import { FORMAT, type Everything } from './manifest.ts'
import { noteBackup } from './lastBackups.ts'
import { clubVersion, openExisting } from './store.ts'
import { refreshTombstones } from './tombstones.ts'

type Options = { config: Config; log: Log; now: () => Date }

/** Looks taken at the database until none of the files it names was removed meanwhile; each is quick. */
const LOOKS = 20

/** Backs up database and files while the club runs. Answers what happened, in words. */
export async function backUp(
  { config, log, now }: Options,
  to?: string,
): Promise<{ path: string; isComplete: boolean; says: string }> {
  const folder = await openFolder(config, 'club', to)
  const at = now()
  const place = await openExisting(config, log)
  try {
    const stores = new Files(config)
    await askDatabase(place.url, (db) => refuseOtherFiles(db, { files: stores }))
    let facts: Everything | undefined
    const { path, sum } = await makeBackup(folder, {
      kind: 'club',
      at,
      async fill(part) {
        const { tombstones, ...taken } = await take({ files: stores, now }, place.url, part)
        const head = { format: FORMAT, version: await clubVersion(), takenAt: at.toISOString() }
        facts = { kind: 'club', ...head, ...taken }
        // before the backup counts: one without a list that is as new could not be restored
        return { facts, after: () => refreshTombstones(folder, tombstones, now()) }
      },
    })
    const removed = await prune(folder, 'club', now())
    await noteBackup(config, 'club', { at, folder })
    const { auditHead, files, missing, tables } = facts!
    const rows = tables.reduce((all, table) => all + table.rows, 0)
    const says = [
      `${path} holds ${rows} rows and ${files.length} files; ${removed} older ones were removed.`,
      `Sum ${sum}; kept elsewhere, it proves later that nothing was changed.`,
      ...(auditHead ? [`Head of the audit log ${auditHead}.`] : []),
      ...missing.map((name) => `Missing, though a row names it: files/${name}`),
    ].join('\n')
    return { path, isComplete: missing.length === 0, says }
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    throw new SetupError(`No backup was made: ${error.message}; try again later.`)
  } finally {
    await place.close()
  }
}

type Taken = WrittenTable & Pick<Everything, 'files' | 'missing'>

async function take(
  { files, now }: Pick<Options, 'now'> & { files: Files },
  url: string,
  part: string,
): Promise<Taken> {
  const copy = new FilesCopy(files, part)
  let names: string[] = []
  let missing: string[] = []
  for (let look = 1; ; look += 1) {
    await copy.takeAll()
    const written = await writeDatabase(url, part, {
      now: now(),
      async take(named) {
        const before = missing
        missing = await copy.take((names = named))
        // what was missing at the last look already is not on its way out: it is lost
        return missing.every((path) => before.includes(path)) || look === LOOKS
      },
    })
    if (written) return { ...written, files: await copy.keepOnly(names), missing }
  }
}
