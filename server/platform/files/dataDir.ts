import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '#server/platform/process/setupError.ts'

/** Makes the data folder and proves that it can be written; access bits say nothing to root. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SetupError(
      `The data folder ${dataDir} cannot be written (${code}); make it writable, or set DATA_DIR to another.`,
    )
  }
}
