import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Watches what is synced from now on. Answers, for each folder within that was, the names a power
 * cut would leave there: those it had when it was synced last.
 */
export async function watchSyncs(within: string): Promise<Record<string, string[]>> {
  const probe = await open(devNull)
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const { sync } = handles
  onTestFinished(() => void (handles.sync = sync))
  const synced: Record<string, string[]> = {}
  handles.sync = async function (this: FileHandle) {
    const { ino } = await this.stat()
    for (const name of ['', ...(await readdir(within, { recursive: true }))])
      if ((await stat(join(within, name))).ino === ino && (await this.stat()).isDirectory())
        synced[name] = (await readdir(join(within, name))).sort()
    await sync.call(this)
  }
  return synced
}
