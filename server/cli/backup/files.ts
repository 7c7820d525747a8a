// Takes the stored files into a backup, reading only those that are new, and puts them back.
import { createReadStream } from 'node:fs'
import { copyFile, link, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { makeFolder } from '#server/platform/files/durableFile.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { FileStore, StoreName } from '#server/platform/files/fileStore.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { isSealedPhoto, SEALED_MARK } from '#server/platform/vault/photoStore.ts'
import { listBackups } from './folder.ts'
import { readManifest } from './manifest.ts'
import { verifyParts, writePart, type BackupPart } from './parts.ts'

/** What a backup holds; copies that members made for themselves are not part of it. */
const STORES: readonly StoreName[] = ['profile-photos', 'id-uploads']
/** Put back at the same time: to a bucket each takes a moment. */
const ABREAST = 8

/** The only paths that are ever written when a backup is restored. */
const FILE = /^files\/(profile-photos|id-uploads)(\/[a-z0-9][a-z0-9_.-]*)+$/
export const isFile = (path: string): boolean => FILE.test(path) && !path.includes('..')

/** `profile-photos/mia/1.webp` is a key of a store. */
function findStore(files: Files, path: string): { store: FileStore; key: string } {
  const [name, ...key] = path.split('/')
  return { store: files.store(name as StoreName), key: key.join('/') }
}

/** A backup of before, whose files need not be copied again. */
type Earlier = { folder: string; takenAt: Date; parts: Map<string, BackupPart> }

async function findEarlier(folder: string): Promise<Earlier | null> {
  const newest = (await listBackups(folder)).findLast(
    ({ kind, isWhole }) => isWhole && kind === 'club',
  )
  if (!newest) return null
  const path = join(folder, newest.name)
  // one that cannot be read saves nothing, and is said when somebody restores it
  const manifest = await readManifest(path).catch(() => null)
  if (manifest?.kind !== 'club') return null
  const parts = new Map(manifest.files.map((part) => [part.path, part]))
  return { folder: path, takenAt: newest.takenAt, parts }
}

/** Copies files that do not change once they are there, each once. */
export class FilesCopy {
  #files: Files
  #folder: string
  #earlier: Promise<Earlier | null>
  #parts = new Map<string, BackupPart>()

  /** To a new folder beside earlier backups. */
  constructor(files: Files, folder: string) {
    this.#files = files
    this.#folder = folder
    this.#earlier = findEarlier(dirname(folder))
  }

  /** Ahead of the database: what is removed meanwhile is here when a row still names it. */
  async takeAll(): Promise<void> {
    for (const name of STORES)
      for await (const { key, at, isWhole } of this.#files.store(name).list()) {
        const path = `${name}/${key}`
        if (!isWhole || !isFile(`files/${path}`) || this.#parts.has(path)) continue
        if (!(await this.#reuse(path, at))) await this.take([path])
      }
  }

  /** Answers those that are gone. */
  async take(paths: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const path of paths) {
      if (this.#parts.has(path)) continue
      const { store, key } = findStore(this.#files, path)
      const from = await store.getStream(key, new PassThrough())
      if (from) await this.#write(path, from)
      else missing.push(path)
    }
    return missing
  }

  /** Leaves only what rows name: a photo that was removed is no part of the backup. */
  async keepOnly(paths: readonly string[]): Promise<BackupPart[]> {
    const named = new Set(paths)
    for (const [path, part] of this.#parts)
      if (!named.has(path)) {
        await rm(join(this.#folder, part.path))
        this.#parts.delete(path)
      }
    return [...this.#parts.values()]
  }

  async #write(path: string, from: Readable): Promise<void> {
    this.#parts.set(path, await writePart(this.#folder, `files/${path}`, from))
  }

  /**
   * What an earlier backup has, and has as it was written, is the same file once more. Younger ones may have been
   * written again; a store's clock may go wrong by a little.
   */
  async #reuse(path: string, at: Date): Promise<boolean> {
    const earlier = await this.#earlier
    const part = earlier?.parts.get(`files/${path}`)
    if (!earlier || !part || at.getTime() > earlier.takenAt.getTime() - HOUR_MS) return false
    const isWhole = await verifyParts(earlier.folder, [part]).then(
      () => true,
      () => false,
    )
    if (!isWhole) return false
    const [from, to] = [join(earlier.folder, part.path), join(this.#folder, part.path)]
    await makeFolder(dirname(to))
    // not every disk lets a file stand in two folders
    await link(from, to).catch(() => copyFile(from, to))
    this.#parts.set(path, part)
    return true
  }
}

/** In a bucket nobody else could look at them: photos of a backup from before they were sealed. */
export async function refusePlainPhotos(folder: string, parts: readonly BackupPart[]) {
  for (const { path } of parts) {
    if (!path.startsWith('files/profile-photos/')) continue
    await using file = await open(join(folder, path))
    const { buffer } = await file.read(Buffer.alloc(SEALED_MARK.length))
    if (!isSealedPhoto(buffer))
      throw new SetupError(
        `${folder} holds photos from before they were sealed; restore it without FILES_URL, and move its files to the bucket then.`,
      )
  }
}

/** Puts the files of a backup back, each whole or not at all. */
export async function putFiles(folder: string, parts: readonly BackupPart[], files: Files) {
  for (let at = 0; at < parts.length; at += ABREAST)
    await Promise.all(
      parts.slice(at, at + ABREAST).map(async ({ path }) => {
        const { store, key } = findStore(files, path.slice('files/'.length))
        const source = createReadStream(join(folder, path))
        await (
          await store.putStream(key, source, new PassThrough())
        )()
      }),
    )
}
