import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'

/** The two stores, each a folder of its own: nothing of one is ever reached through the other. */
export type StoreName = 'profile-photos' | 'id-uploads'

const KEY = /^[a-z0-9-]+(\/[a-z0-9][a-z0-9_.-]*)+$/

/**
 * Files by a key the server made, below `DATA_DIR/files`. The seam where S3 or the like could take
 * over. A file is there whole or not at all.
 */
export class FileStore {
  #root: string

  constructor(dataDir: string, name: StoreName) {
    this.#root = join(dataDir, 'files', name)
  }

  /** Durable when it resolves. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const part = `${path}.${randomUUID()}.part`
    try {
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  /** Null when there is no such file. */
  async get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return readFile(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  /** Without complaint when it is gone already. */
  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  /** The keys of files last written before then: those no row knows are orphans. */
  async keysBefore(time: Date): Promise<string[]> {
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    const keys: string[] = []
    for (const entry of entries) {
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
