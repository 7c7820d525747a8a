// Restores a backup into an empty place, and purges again who was purged since, before anybody is let in.
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { purgeDue } from '#server/features/privacy/deletion/purge.service.ts'
import {
  repeatPurges,
  type Tombstone,
} from '#server/features/privacy/deletion/tombstones.service.ts'
import { jobHandlers } from '#server/jobs.ts'
import { audit, verifyAudit } from '#server/platform/limits/audit.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { JobName } from '#server/platform/jobs/jobs.data.ts'
import { Files } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/process/log.ts'
import {
  migrate,
  migrations,
  refuseTooOld,
  type Migration,
} from '#server/platform/database/migrate.ts'
import { grantToApp } from '#server/platform/database/roles.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { noteNewFiles } from '#server/platform/vault/installation.ts'
import { findDatabaseRole } from '#server/store.ts'
import { VOID, type WaitingJob } from './contents.ts'
import { fillDatabase } from './database.ts'
import { isFile, putFiles, refusePlainPhotos } from './files.ts'
import { restoreKeys } from './keys.ts'
import { readManifest, type Everything } from './manifest.ts'
import { verifyParts } from './parts.ts'
import { isOpen, openEmpty, type BackupPlace } from './store.ts'
import { readTombstones, TOMBSTONES } from './tombstones.ts'

type Options = {
  config: Config
  log: Log
  now: () => Date
  /** Instead of those of this version. */
  files?: Migration[]
}

/** Restores a backup of either kind. Answers what happened, in words. */
export async function restore(options: Options, from?: string, list?: string): Promise<string> {
  if (!from) throw new SetupError('Restore what? Name the folder of a backup.')
  const folder = resolve(from)
  const manifest = await readManifest(folder)
  if (manifest.kind === 'keys') return restoreKeys(options, folder, manifest)

  const files = options.files ?? (await migrations())
  const known = listKnownMigrations(manifest, files)
  const path = resolve(list ?? join(dirname(folder), TOMBSTONES))
  const stones = await readTombstones(path, manifest.takenAt, options.now())
  if (!manifest.files.every((file) => isFile(file.path)))
    throw new SetupError(`${folder} holds files of another kind than the club keeps.`)
  await verifyParts(folder, [...manifest.tables, manifest.jobs, ...manifest.files])

  const stores = new Files(options.config)
  if (stores.current === 's3') await refusePlainPhotos(folder, manifest.files)
  const place = await openEmpty(options.config, stores, options.log)
  try {
    await fill(place, folder, { manifest, known, files, stores })
    const says = await settle(options, place, { folder, manifest, stones })
    await isOpen(place)
    return says
  } finally {
    await place.close()
  }
}

/** The migrations that made the backup's database. Throws when they are not this club's. */
function listKnownMigrations(
  { migrations: ran, version }: Everything,
  files: Migration[],
): Migration[] {
  refuseTooOld(ran.map(({ name }) => name))
  const known = files.filter(({ name }) => ran.some((one) => one.name === name))
  if (known.length < ran.length)
    throw new SetupError(
      `The backup was made by a newer version of the club (${version}); restore it with that version.`,
    )
  const edited = known.find(({ name, sha256 }) =>
    ran.some((one) => one.name === name && one.sha256 !== sha256),
  )
  if (edited)
    throw new SetupError(`The migration ${edited.name} was edited since; restore it as it was.`)
  return known
}

type Filling = {
  manifest: Everything
  known: Migration[]
  files: Migration[]
  stores: Files
}

/** Rows and files as they were; then what newer versions made of them. */
async function fill(
  place: BackupPlace,
  folder: string,
  { manifest, known, files, stores }: Filling,
) {
  const owner = openDatabase(place.ownerUrl, { max: 1 })
  try {
    await migrate(owner, known, { isRestoring: true })
    await fillDatabase(place.ownerUrl, folder, manifest)
    await putFiles(folder, manifest.files, stores)
    await migrate(owner, files, { isRestoring: true })
    await owner.script(VOID.join('; '))
    await noteNewFiles(owner, stores)
    if (place.ownerUrl !== place.url) await grantToApp(owner, await findDatabaseRole(place.url))
  } finally {
    await owner.end()
  }
}

type Settling = { folder: string; manifest: Everything; stones: readonly Tombstone[] }

/** What must be done before anybody is let in. */
async function settle(
  { config, log, now }: Options,
  place: BackupPlace,
  { folder, manifest, stones }: Settling,
): Promise<string> {
  const app = await openApp(config, place.url, { log, now, work: false, isRestoring: true })
  try {
    const text = await readFile(join(folder, manifest.jobs.path), 'utf8')
    for (const { name, data } of JSON.parse(text) as WaitingJob[])
      if (name in jobHandlers) await app.jobs.send(app.db, name as JobName, data as never)
    // workers that run on below the restored database find it there
    await app.jobs.writeSchedule()
    const purged = await repeatPurges(app, stones)
    const { deletedAccounts = 0 } = await purgeDue(app)
    const { takenAt, tables, files } = manifest
    const details = { takenAt, purged }
    await audit(app.db, { at: now(), actorId: null, action: 'backup_restored', details })
    const { tampered } = await verifyAudit(app.db)
    const rows = tables.reduce((all, table) => all + table.rows, 0)
    return [
      `The club of ${takenAt} is restored: ${rows} rows, ${files.length} files.`,
      `Purged again: ${purged} accounts that were purged since; ${deletedAccounts} more whose time has come.`,
      tampered === null
        ? 'The audit log is as it was written.'
        : `The audit log had been tampered with before: entry ${tampered} is the first.`,
      'Everybody signs in again. The keys are put back by restoring a backup of the keys, before the first start.',
    ].join('\n')
  } finally {
    await app.close()
  }
}
