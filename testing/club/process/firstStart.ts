import { execFile } from 'node:child_process'
import { access, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * What the first start of a club leaves in its data folder, made once for all tests of a run: to make a database takes
 * two thirds of a first start. A run has a folder of its own for what it throws away; where it has not, nothing is kept.
 */
const findStored = (): string | null =>
  process.env['TMPDIR']?.includes('club-scratch-') ? join(tmpdir(), 'first-start') : null

/** Fills a data folder with what a first start leaves there, which `startAndStop` makes in a folder it is given. */
export async function layFirstStart(
  dataDir: string,
  startAndStop: (dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = findStored()
  if (!folder) return
  if (!(await isThere(folder))) await keep(folder, startAndStop)
  await copy(folder, dataDir)
}

async function keep(folder: string, startAndStop: (dataDir: string) => Promise<void>) {
  const made = await mkdtemp(`${folder}-`)
  await startAndStop(made)
  // another worker may have been quicker
  await rename(made, folder).catch(() => rm(made, { recursive: true }))
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** With owners and rights, since the database belongs to a user of its own where we are root. */
const copy = async (from: string, to: string) => promisify(execFile)('cp', ['-a', `${from}/.`, to])
