// Keeps files in a folder, each whole or not at all; one whose disk was taken away is refused, not empty.
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FolderWatch } from './folderWatch.ts'
import { makeFolder, renameDurably, writeWhole } from './durableFile.ts'
import {
  checkKey,
  FileStore,
  isFileKey,
  type Doom,
  type ListedFile,
  type StoreName,
} from './fileStore.ts'
import { nullIfMissing } from './nullIfMissing.ts'

const isWhole = (key: string) => !key.endsWith('.part')

/** Files below `DATA_DIR/files`. */
export class FolderStore extends FileStore {
  #root: string
  #folder: FolderWatch

  constructor(dataDir: string, name: StoreName, watch = new FolderWatch(dataDir)) {
    super()
    this.#folder = watch
    this.#root = join(dataDir, 'files', name)
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key)
    await this.#folder.refuseGone()
    await makeFolder(dirname(path))
    await writeWhole(path, bytes)
  }

  async putStream(key: string, source: Readable, change: Transform): Promise<() => Promise<void>> {
    const path = this.#path(key)
    await this.#folder.refuseGone()
    await makeFolder(dirname(path))
    const part = `${path}.${randomUUID()}.part`
    try {
      const file = await open(part, 'wx', 0o600)
      await pipeline(source, change, file.createWriteStream({ flush: true }))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return () => renameDurably(part, path)
  }

  async getStream(key: string, change: Transform): Promise<Readable | null> {
    const file = await nullIfMissing(open(this.#path(key)))
    if (!file) return this.#folder.refuseGone()
    // the reader gets the error from the stream itself
    pipeline(file.createReadStream(), change).catch(() => {})
    return change
  }

  async get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return (await nullIfMissing(readFile(this.#path(key)))) ?? this.#folder.refuseGone()
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key)
    await this.#folder.refuseGone()
    await rm(path, { force: true })
  }

  async removeFolder(name: string, isDoomed?: Doom): Promise<void> {
    const path = dirname(this.#path(`${name}/all`))
    await this.#folder.refuseGone()
    if (!isDoomed) return rm(path, { recursive: true, force: true })
    for (const file of (await nullIfMissing(readdir(path))) ?? []) {
      const key = `${name}/${file}`
      if (isDoomed({ key, isWhole: isWhole(key) })) await rm(this.#path(key), { force: true })
    }
  }

  async *list(): AsyncGenerator<ListedFile> {
    await this.#folder.refuseGone()
    const entries = await nullIfMissing(
      readdir(this.#root, { recursive: true, withFileTypes: true }),
    )
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const key = path.slice(this.#root.length + 1).replaceAll('\\', '/')
      if (!isFileKey(key)) continue
      // gone since it was listed: removed, or a part that became whole
      const found = await stat(path).catch(() => null)
      if (found) yield { key, at: found.mtime, isWhole: isWhole(key) }
    }
  }

  #path(key: string): string {
    return join(this.#root, checkKey(key))
  }
}
