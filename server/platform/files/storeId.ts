import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from './durableFile.ts'
import { nullIfMissing } from './nullIfMissing.ts'

/** Beside the stores, so that whoever copies the files takes it along. */
export const storeIdPath = (dataDir: string): string => join(dataDir, 'files', 'store-id')

/** By what a file folder is known; null when it has none yet. */
export async function readStoreId(dataDir: string): Promise<string | null> {
  return (await nullIfMissing(readFile(storeIdPath(dataDir), 'utf8')))?.trim() ?? null
}

/** Gives a file folder its id, once; of two processes at once both have the same. */
export async function makeStoreId(dataDir: string): Promise<string> {
  return String(await writeOnce(storeIdPath(dataDir), `${randomUUID()}\n`)).trim()
}
