import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { deriveId } from '#server/platform/lists/derivedId.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { writeOnce } from './durableFile.ts'
import type { PlaceName } from './fileStore.ts'
import { nullIfMissing } from './nullIfMissing.ts'

/** Beside the stores, so that a copy of the files includes it. */
export const storeIdPath = (dataDir: string): string => join(dataDir, 'files', 'store-id')

const Id = z.uuid()

/** By what a file folder is known; null when it has none yet. Throws a `SetupError` for what is no such id. */
export async function readStoreId(dataDir: string): Promise<string | null> {
  const path = storeIdPath(dataDir)
  const id = (await nullIfMissing(readFile(path, 'utf8')))?.trim() ?? null
  if (id !== null && !Id.safeParse(id).success)
    throw new SetupError(
      `${path} was changed and names no file folder any more; restore it from a backup of the files, or remove it and run npm run club -- adopt-folders.`,
    )
  return id
}

/** Gives a file folder its id, once; of two processes at once both have the same. */
export async function makeStoreId(dataDir: string, id: string = randomUUID()): Promise<string> {
  return String(await writeOnce(storeIdPath(dataDir), `${id}\n`)).trim()
}

/**
 * The id of the place that the files of another are moved to: when an interrupted move goes on, it shows that
 * the place is this club's, also where nothing else says so.
 */
export const nextStoreId = (id: string, place: PlaceName): string => deriveId(`${id} ${place}`)
