import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FolderWatch } from './folderWatch.ts'
import { makeFolder, renameDurably, writeWhole } from './durableFile.ts'
import { nullIfMissing } from './nullIfMissing.ts'

/** The stores, each a folder of its own: nothing of one is ever reached through another. */
export type StoreName = 'profile-photos' | 'id-uploads' | 'exports'

const KEY = /^[a-z0-9-]+(\/[a-z0-9][a-z0-9_.-]*)+$/

/**
 * Files by a key the server made, below `DATA_DIR/files`. The seam where S3 or the like could take
 * over. A file is there whole or not at all.
 */
export class FileStore {
  #root: string
  #folder: FolderWatch

  constructor(dataDir: string, name: StoreName) {
    this.#folder = new FolderWatch(dataDir)
    this.#root = join(dataDir, 'files', name)
  }

  /** Durable when it resolves. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key)
    await this.#folder.refuseGone()
    await makeFolder(dirname(path))
    await writeWhole(path, bytes)
  }

  /**
   * Writes what comes in, through a change of it, to a part beside the file, durably. Answers the
   * function that makes the part the file; until then there is none, or the one from before.
   */
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

  /** Through a change of it; an error on the way ends the stream with it. Null when there is no such file. */
  async getStream(key: string, change: Transform): Promise<Readable | null> {
    const file = await nullIfMissing(open(this.#path(key)))
    if (!file) return this.#folder.refuseGone()
    // whoever reads is told of an error by the stream itself
    pipeline(file.createReadStream(), change).catch(() => {})
    return change
  }

  /** Null when there is no such file. */
  async get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return (await nullIfMissing(readFile(this.#path(key)))) ?? this.#folder.refuseGone()
  }

  /** Without complaint when it is gone already. */
  async remove(key: string): Promise<void> {
    const path = this.#path(key)
    await this.#folder.refuseGone()
    await rm(path, { force: true })
  }

  /** Everything below the first part of its keys, whole or not. */
  async removeFolder(name: string): Promise<void> {
    const path = dirname(this.#path(`${name}/all`))
    await this.#folder.refuseGone()
    await rm(path, { recursive: true, force: true })
  }

  /** The keys of files last written before then: those no row knows are orphans. */
  async keysBefore(time: Date): Promise<string[]> {
    const entries = await nullIfMissing(
      readdir(this.#root, { recursive: true, withFileTypes: true }),
    )
    const keys: string[] = []
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const key = path.slice(this.#root.length + 1).replaceAll('\\', '/')
      // what an operator's tools leave there is none of ours
      if (!KEY.test(key)) continue
      // gone since it was listed: removed, or a part that became whole
      const found = await stat(path).catch(() => null)
      if (found && found.mtime < time) keys.push(key)
    }
    return keys
  }

  #path(key: string): string {
    if (!KEY.test(key) || key.includes('..')) throw new Error('not a key the club makes')
    return join(this.#root, key)
  }
}
