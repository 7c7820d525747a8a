import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoreName } from '#server/platform/files/fileStore.ts'
import { writePart, type BackupPart } from './parts.ts'

/** What a backup holds; copies that members made for themselves are not part of it. */
const STORES: readonly StoreName[] = ['profile-photos', 'id-uploads']

/** The only paths that are ever written when a backup is restored. */
const FILE = /^files\/(profile-photos|id-uploads)(\/[a-z0-9][a-z0-9_.-]*)+$/
export const isFile = (path: string): boolean => FILE.test(path) && !path.includes('..')

/** The files below `DATA_DIR/files`, as they lie there now. */
async function listThere(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const store of STORES) {
    const root = join(dataDir, 'files', store)
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries)
      if (entry.isFile())
        found.push(
          `${store}${join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')}`,
        )
  }
  return found.filter((path) => isFile(`files/${path}`) && !path.endsWith('.part'))
}

/** Copies files that do not change once they are there, each once. */
export class FilesCopy {
  #dataDir: string
  #folder: string
  #parts = new Map<string, BackupPart>()

  constructor(dataDir: string, folder: string) {
    this.#dataDir = dataDir
    this.#folder = folder
  }

  /** Ahead of the database: what is removed meanwhile is here when a row still names it. */
  async takeAll(): Promise<void> {
    await this.take(await listThere(this.#dataDir))
  }

  /** Answers those that are gone. */
  async take(paths: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const path of paths) {
      if (this.#parts.has(path)) continue
      const from = createReadStream(join(this.#dataDir, 'files', path))
      try {
        this.#parts.set(path, await writePart(this.#folder, `files/${path}`, from))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        missing.push(path)
      }
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
}

/** Puts the files of a backup back, each whole or not at all. */
export async function putFiles(folder: string, parts: readonly BackupPart[], dataDir: string) {
  for (const { path } of parts) await writePart(dataDir, path, createReadStream(join(folder, path)))
}
