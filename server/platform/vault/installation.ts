import { hkdfSync, randomUUID } from 'node:crypto'
import { sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { makeStoreId, readStoreId, storeIdPath } from '#server/platform/files/storeId.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { makeKey, readKey } from './keyring.ts'
import { listOlderKeys } from './lastingKey.ts'

/** What all servers of a club share beside its database. */
export type Folders = {
  /** Where the months' keys lie; the lasting one is `<keyPath>.lasting`. */
  keyPath: string
  /** The files lie below it. */
  dataDir: string
}

type Installation = { id: string; keyFingerprint: Buffer; filesId: string }

/** Whoever starts first writes the row; who starts at the same moment waits, and compares. */
const FIRST_START_LOCK = 4_027_010
const KEY_BYTES = 32
const FINGERPRINT_BYTES = 32
const LOST = 'or, if it is lost for good, run npm run club -- adopt-folders'

/**
 * Ties key folder and file folder to the database at the first start, and compares them at each that
 * follows. Throws a `SetupError` when one of them is not the club's, and makes no key then.
 */
export async function settleInstallation(db: Database, folders: Folders): Promise<void> {
  if (await isOnRecord(db, folders)) return
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`)
    if (!(await isOnRecord(tx, folders))) await note(tx, randomUUID(), folders)
  })
}

/** Throws a `SetupError` when this key folder is not the club's; what was never on record fits. */
export async function refuseOtherKeys(on: Sql, { keyPath }: Pick<Folders, 'keyPath'>) {
  const known = await readInstallation(on)
  if (known) await refuseOtherKey(known, keyPath)
}

/** Throws a `SetupError` when this is not the folder of the club's files; what was never on record fits. */
export async function refuseOtherFiles(on: Sql, { dataDir }: Pick<Folders, 'dataDir'>) {
  const known = await readInstallation(on)
  if (known) await refuseOtherStore(known, dataDir)
}

/** These folders are the club's from now on, whichever it had before; what is missing in them is made. */
export async function replaceFolders(on: Sql, folders: Folders): Promise<void> {
  await note(on, (await readRow(on))?.id ?? randomUUID(), folders)
}

async function note(on: Sql, id: string, { keyPath, dataDir }: Folders): Promise<void> {
  const path = lastingPath(keyPath)
  const [key, filesId] = await Promise.all([
    readWhole(path).then((known) => known ?? usable(makeKey(path), path, 'KEK_FILE')),
    usable(
      readStoreId(dataDir).then((known) => known ?? makeStoreId(dataDir)),
      storeIdPath(dataDir),
      'DATA_DIR',
    ),
  ])
  await on.run(sql`
    insert into installation (id, key_fingerprint, files_id)
    values (${id}, ${fingerprint(key, id)}, ${filesId})
    on conflict (is_only) do update
      set key_fingerprint = excluded.key_fingerprint, files_id = excluded.files_id`)
}

/** The lasting key that is there now is the club's, one it had before no longer. */
export async function noteLastingKey(on: Sql, keyPath: string): Promise<void> {
  const known = await readRow(on)
  const key = await readWhole(lastingPath(keyPath))
  if (known && key)
    await on.run(sql`update installation set key_fingerprint = ${fingerprint(key, known.id)}`)
}

/** The file folder is a new one, into which a backup was restored: that of before is no longer the club's. */
export async function noteNewFiles(on: Sql, dataDir: string): Promise<void> {
  await on.run(sql`update installation set files_id = ${await makeStoreId(dataDir)}`)
}

/**
 * Compares, and changes nothing. Answers whose fingerprint is on record; null when nothing is yet. Throws as
 * `settleInstallation`.
 */
export async function compareInstallation(
  on: Sql,
  { keyPath, dataDir }: Folders,
): Promise<{ id: string; key: 'present' | 'older' } | null> {
  const known = await readRow(on)
  if (!known) return null
  // where one setting leads astray with both, it is this one
  await refuseOtherStore(known, dataDir)
  return { id: known.id, key: await refuseOtherKey(known, keyPath) }
}

/** Answers false when nothing is on record yet. */
async function isOnRecord(on: Sql, folders: Folders): Promise<boolean> {
  const found = await compareInstallation(on, folders)
  // after a turn that was cut short, or in a backup of before it: not for longer than the older key is kept
  if (found?.key === 'older') await noteLastingKey(on, folders.keyPath)
  return found !== null
}

/** Answers whose fingerprint it is: the present key's, or one's that was turned. */
async function refuseOtherKey(
  { id, keyFingerprint }: Installation,
  keyPath: string,
): Promise<'present' | 'older'> {
  const path = lastingPath(keyPath)
  const isIts = (key: Buffer) => fingerprint(key, id).equals(keyFingerprint)
  const key = await readWhole(path)
  if (key && isIts(key)) return 'present'
  const older = key ? await listOlderKeys(keyPath) : []
  if (older.some(({ bytes, isWhole }) => isWhole && isIts(bytes))) return 'older'
  const found = key
    ? `${path} is not the lasting key of this club`
    : `The lasting key of this club is missing: there is no ${path}`
  throw new SetupError(
    `${found}; set KEK_FILE to what all its servers have, restore a backup of the keys, ${LOST}.`,
  )
}

async function refuseOtherStore({ filesId }: Installation, dataDir: string) {
  const path = storeIdPath(dataDir)
  const found = await usable(readStoreId(dataDir), path, 'DATA_DIR')
  if (found === filesId) return
  throw new SetupError(
    `The files of this club do not lie below ${dataDir} (${path} ${found ? 'names another folder' : 'is missing'}); set DATA_DIR to the folder all its servers have, ${LOST}.`,
  )
}

/** Not there in a database that is older than the code, as a backup may find it. */
async function readInstallation(on: Sql): Promise<Installation | undefined> {
  const there = await on.rows(sql`select where to_regclass('public.installation') is not null`)
  return there.length > 0 ? readRow(on) : undefined
}

const readRow = (on: Sql) =>
  on.row<Installation>(sql`select id, key_fingerprint, files_id from installation`)

const lastingPath = (keyPath: string) => `${keyPath}.lasting`

/** Null when there is none. */
async function readWhole(path: string): Promise<Buffer | null> {
  const key = await usable(readKey(path), path, 'KEK_FILE')
  if (key && key.length !== KEY_BYTES)
    throw new SetupError(`The key ${path} is not whole; restore it from the backup of the keys.`)
  return key
}

/** Says nothing of the key. */
const fingerprint = (key: Buffer, id: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, id, 'installation', FINGERPRINT_BYTES))

/** What cannot be read or made is said in a sentence, with the setting that leads there. */
const usable = <T>(done: Promise<T>, path: string, setting: string): Promise<T> =>
  done.catch((error: NodeJS.ErrnoException) => {
    if (error instanceof SetupError) throw error
    const { code, message } = error
    throw new SetupError(
      `${path} cannot be read or made (${code ?? message}); give the club’s user access, or set ${setting} to another place.`,
    )
  })
