// Moves files between folder and bucket while the club runs; none is removed before its copy was compared.
import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { keyPath } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { withClient } from '#server/platform/database/copy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/database/events.ts'
import { Files } from '#server/platform/files/files.ts'
import {
  otherPlace,
  StoreAway,
  STORES,
  type FileStore,
  type PlaceName,
  type StoreName,
} from '#server/platform/files/fileStore.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { noteMoved, refuseOtherFiles, switchPlace } from '#server/platform/vault/installation.ts'
import { PhotoStore } from '#server/platform/vault/photoStore.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'

type Club = { config: Config; db: Database; url: string; now: () => Date }

const MOVING_LOCK = 4_027_029
/** Moved at the same time: to a bucket each takes a moment. */
const ABREAST = 8

/**
 * Moves all files of a club that may run meanwhile. First new ones go to the new place, and readers look in both; then
 * each is copied, compared and removed, until none is left. Cut short anywhere, it goes on when it is called again.
 */
export const moveFiles = ({ config, db, url, now }: Club, to?: string): Promise<string> =>
  withClient(url, async (client) => {
    if (to !== 's3' && to !== 'folder')
      throw new SetupError('Where to? Say --to s3, or --to folder.')
    const files = new Files(config)
    if (!files.has('s3'))
      throw new SetupError(
        'FILES_URL must name the bucket; set it for every server of the club, start them anew, and try again.',
      )
    const { rows } = await client.query<{ isAlone: boolean }>(
      'select pg_try_advisory_lock($1) as "isAlone"',
      [MOVING_LOCK],
    )
    if (!rows[0]?.isAlone) throw new SetupError('Files are being moved already.')
    await refuseOtherFiles(db, { files })
    await turnPlace(db, files, { to, at: now() })
    const strongbox = openStrongbox(keyPath(config))
    const photos = new PhotoStore({
      files: files.store('profile-photos'),
      folder: files.storeAt('folder', 'profile-photos'),
      db,
      strongbox,
    })
    try {
      let moved = 0
      // a process that had not received the event yet may have written to the old place meanwhile
      for (let some = -1; some !== 0; moved += some) some = await moveAll(files, to, photos)
      const left = await noteMoved(db)
      if (left && left === (await files.readId(otherPlace(to)))) await files.dropId(otherPlace(to))
      return `${moved} files were moved; all of them lie ${to === 's3' ? 'in the bucket of FILES_URL' : `below ${files.dataDir}`}.`
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error
      throw new SetupError(
        `Not all files are moved yet: ${error.message}. Nothing is lost, and the club finds them in both places; run it again.`,
      )
    }
  })

async function turnPlace(db: Database, files: Files, { to, at }: { to: PlaceName; at: Date }) {
  await db.transaction(async (tx) => {
    if (!(await switchPlace(tx, files, to))) return
    await audit(tx, { at, actorId: null, action: 'files_moved', details: { to } })
    await publish(tx, { kind: 'files_moved', to })
  })
  files.current = to
}

/** Answers how many there were. */
async function moveAll(files: Files, to: PlaceName, photos: PhotoStore): Promise<number> {
  let moved = 0
  for (const name of STORES) {
    const [source, target] = [files.storeAt(otherPlace(to), name), files.storeAt(to, name)]
    const keys: string[] = []
    // what was never finished is swept where it is
    for await (const { key, isWhole } of source.list()) if (isWhole) keys.push(key)
    for (let at = 0; at < keys.length; at += ABREAST)
      await Promise.all(
        keys.slice(at, at + ABREAST).map(async (key) => {
          if (to === 's3' && name === 'profile-photos') await photos.sealPlain(key)
          await moveOne({ source, target, name }, key)
        }),
      )
    moved += keys.length
  }
  return moved
}

type Way = { source: FileStore; target: FileStore; name: StoreName }

async function moveOne({ source, target, name }: Way, key: string): Promise<void> {
  const sent = measure()
  const from = await source.getStream(key, new PassThrough())
  // removed since it was listed
  if (!from) return
  const keep = await target.putStream(key, from, sent.through)
  await keep()
  const arrived = await readSum(target, key)
  // who removed it meanwhile may have looked in the new place before it was there
  if (!(await isThere(source, key))) return target.remove(key)
  if (arrived !== sent.sum())
    throw new SetupError(`${name}/${key} did not arrive as it was sent; run it again.`)
  await source.remove(key)
}

async function isThere(store: FileStore, key: string): Promise<boolean> {
  const found = await store.getStream(key, new PassThrough())
  found?.destroy()
  return found !== null
}

async function readSum(store: FileStore, key: string): Promise<string | null> {
  const found = await store.getStream(key, new PassThrough())
  if (!found) return null
  const read = measure()
  read.through.resume()
  await pipeline(found, read.through)
  return read.sum()
}

function measure() {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, sum: () => hash.digest('hex') }
}
