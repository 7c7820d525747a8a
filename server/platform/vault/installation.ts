// Ties key folder, file folder or bucket and photo key to the database: no server starts on another club's.
import { hkdfSync, randomUUID } from 'node:crypto'
import { allowPauses, sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { otherPlace, type PlaceName } from '#server/platform/files/fileStore.ts'
import type { Files } from '#server/platform/files/files.ts'
import { nextStoreId, storeIdPath } from '#server/platform/files/storeId.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { makeKey, newKey, readKey } from './keyring.ts'
import { listOlderKeys } from './lastingKey.ts'
import type { Strongbox } from './strongbox.ts'

/** What all servers of a club share beside its database. */
export type Folders = {
  /** Where the months' keys lie; the lasting one is `<keyPath>.lasting`. */
  keyPath: string
  files: Files
}

type Installation = {
  id: string
  keyFingerprint: Buffer
  filesPlace: PlaceName
  filesId: string
  /** Of the place from which files are still being moved. */
  filesLeftId: string | null
}

/** The first process to start writes the row; others that start at the same moment wait and compare. */
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
    await allowPauses(tx)
    await tx.run(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`)
    if (!(await isOnRecord(tx, folders))) await note(tx, randomUUID(), folders)
  })
}

/** Throws a `SetupError` when this key folder is not the club's; what was never on record fits. */
export async function refuseOtherKeys(on: Sql, { keyPath }: Pick<Folders, 'keyPath'>) {
  const known = await readInstallation(on)
  if (known) await refuseOtherKey(known, keyPath)
}

/** Throws a `SetupError` when these are not the files of the club; what was never on record fits. */
export async function refuseOtherFiles(on: Sql, { files }: Pick<Folders, 'files'>) {
  const known = await readInstallation(on)
  if (known) await refuseOtherStore(known, files)
}

/** These folders are the club's from now on, whichever it had before; what is missing in them is made. */
export async function replaceFolders(on: Sql, folders: Folders): Promise<void> {
  const { files } = folders
  const known = await readRow(on)
  // a bucket that is only to be moved to is not taken for the club's
  files.current = known && files.has(known.filesPlace) ? known.filesPlace : files.preferred
  await note(on, known?.id ?? randomUUID(), folders)
}

async function note(on: Sql, id: string, { keyPath, files }: Folders): Promise<void> {
  const path = lastingPath(keyPath)
  const place = files.current
  const [key, filesId] = await Promise.all([
    readWhole(path).then((known) => known ?? usable(makeKey(path), path, 'KEK_FILE')),
    reachable(files, place, async () => (await files.readId(place)) ?? files.makeId(place)),
  ])
  await on.run(sql`
    insert into installation (id, key_fingerprint, files_place, files_id)
    values (${id}, ${fingerprint(key, id)}, ${place}, ${filesId})
    on conflict (is_only) do update
      set key_fingerprint = excluded.key_fingerprint, files_place = excluded.files_place,
        files_id = excluded.files_id, files_left_id = null`)
}

/** The lasting key that is there now is the club's, one it had before no longer. */
export async function noteLastingKey(on: Sql, keyPath: string): Promise<void> {
  const known = await readRow(on)
  const key = await readWhole(lastingPath(keyPath))
  if (known && key)
    await on.run(sql`update installation set key_fingerprint = ${fingerprint(key, known.id)}`)
}

/** What tells this club from others in a place they share. */
export async function readInstallationId(on: Sql): Promise<string | undefined> {
  return (await readInstallation(on))?.id
}

/** Where new files go, as it is on record. */
export async function readPlace(on: Sql): Promise<PlaceName | undefined> {
  return (await readRow(on))?.filesPlace
}

/**
 * From now on new files go there, and what lies in the other place is on its way. Answers whether that is news. Throws
 * a `SetupError` when that place is somebody else's.
 */
export async function switchPlace(tx: Sql, files: Files, to: PlaceName): Promise<boolean> {
  await allowPauses(tx)
  await tx.run(sql`select from installation for update`)
  const known = await readRow(tx)
  if (!known) throw new SetupError('Nothing is on record yet; start the club once.')
  if (known.filesPlace === to) return false
  const next = nextStoreId(known.filesId, to)
  const there = await reachable(files, to, () => files.readId(to))
  // a move was cut short before this was on record, or the last one after it was on record no more
  const isLeftOver =
    there === next || (there && known.filesId === nextStoreId(there, known.filesPlace))
  const isOwn = there === known.filesLeftId || (isLeftOver && (await files.isBare(to)))
  if (there && !isOwn)
    throw new SetupError(
      `The ${to === 's3' ? 'bucket' : 'folder'} to move to has a store-id already, so it is another club’s; name another, or remove that store-id if it is nobody’s.`,
    )
  const id = there ?? (await reachable(files, to, () => files.makeId(to, next)))
  await tx.run(sql`
    update installation set files_place = ${to}, files_id = ${id}, files_left_id = ${known.filesId}`)
  return true
}

/** Nothing is left in the place from which files were moved; answers by what that was known. */
export async function noteMoved(on: Sql): Promise<string | null> {
  const left = (await readRow(on))?.filesLeftId ?? null
  await on.run(sql`update installation set files_left_id = null`)
  return left
}

/** Files were restored to a new place: that of before is no longer the club's. */
export async function noteNewFiles(on: Sql, files: Files): Promise<void> {
  const place = files.current
  const id = await files.makeId(place)
  await on.run(sql`
    update installation set files_place = ${place}, files_id = ${id}, files_left_id = null`)
}

/**
 * Compares, and changes nothing. Answers whose fingerprint is on record; null when nothing is yet. Throws as
 * `settleInstallation`.
 */
export async function compareInstallation(
  on: Sql,
  { keyPath, files }: Folders,
): Promise<{ id: string; key: 'present' | 'older' } | null> {
  const known = await readRow(on)
  if (!known) return null
  // where one setting leads astray with both, it is this one
  await refuseOtherStore(known, files)
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

/** A process with the right stores knows from now on where new files go. */
async function refuseOtherStore(known: Installation, files: Files): Promise<void> {
  const { filesPlace, filesId, filesLeftId } = known
  await refuseOtherPlace(files, filesPlace, filesId)
  if (filesLeftId) await refuseOtherPlace(files, otherPlace(filesPlace), filesLeftId)
  files.current = filesPlace
}

async function refuseOtherPlace(files: Files, place: PlaceName, id: string): Promise<void> {
  if (!files.has(place))
    throw new SetupError(
      `The files of this club lie in object storage; set FILES_URL to the bucket all its servers have, ${LOST}.`,
    )
  const found = await reachable(files, place, () => files.readId(place))
  if (found === id) return
  if (place === 's3')
    throw new SetupError(
      `The files of this club do not lie in the bucket that FILES_URL names (its store-id ${found ? 'is another' : 'is missing'}); set FILES_URL to the bucket all its servers have, ${LOST}.`,
    )
  const path = storeIdPath(files.dataDir)
  throw new SetupError(
    `The files of this club do not lie below ${files.dataDir} (${path} ${found ? 'names another folder' : 'is missing'}); set DATA_DIR to the folder all its servers have, ${LOST}.`,
  )
}

/** The key of photos, made by the first process that needs it. */
export async function readPhotoKey(on: Sql, strongbox: Strongbox): Promise<Buffer> {
  const known = await on.row<{ id: string; photoKey: Buffer | null }>(
    sql`select id, photo_key from installation`,
  )
  if (!known) throw new Error('there is no installation')
  const { id, photoKey } = known
  if (photoKey) return strongbox.open('photo-key', id, photoKey)
  await on.run(sql`
    update installation set photo_key = ${await strongbox.seal('photo-key', id, newKey())}
    where photo_key is null`)
  return readPhotoKey(on, strongbox)
}

/** A key that opens no more is another's: from the next photo on there is a new one. */
export async function dropClosedPhotoKey(on: Sql, strongbox: Strongbox): Promise<void> {
  const known = await on.row<{ id: string; photoKey: Buffer | null }>(
    sql`select id, photo_key from installation`,
  )
  if (!known?.photoKey) return
  const isOpen = await strongbox.open('photo-key', known.id, known.photoKey).then(
    () => true,
    () => false,
  )
  if (!isOpen) await on.run(sql`update installation set photo_key = null`)
}

/** Not there in a database that is older than the code, as a backup may find it. */
async function readInstallation(on: Sql): Promise<Installation | undefined> {
  const there = await on.rows(sql`select where to_regclass('public.installation') is not null`)
  return there.length > 0 ? readRow(on) : undefined
}

/** Where files lie is not there either in a database that is older. */
const readRow = (on: Sql) =>
  on.row<Installation>(sql`
    select id, key_fingerprint, files_id, coalesce(to_jsonb(i) ->> 'files_place', 'folder') as files_place,
      to_jsonb(i) ->> 'files_left_id' as files_left_id
    from installation i`)

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

const reachable = <T>(files: Files, place: PlaceName, look: () => Promise<T>): Promise<T> =>
  place === 'folder'
    ? usable(look(), storeIdPath(files.dataDir), 'DATA_DIR')
    : look().catch((error: Error) => {
        throw new SetupError(
          `The bucket that FILES_URL names cannot be used (${error.message}); correct FILES_URL, or let its key read, write, list and remove there.`,
        )
      })
