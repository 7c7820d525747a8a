import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { keyPath } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { storeIdPath } from '#server/platform/files/storeId.ts'
import { bytes, uuid } from '#testing/random.ts'

/**
 * The folders of a club as its first start makes them, for which no test waits until they are on the disk:
 * thousands of tests open a club, and none of those is about a power cut.
 */
export async function layFolders(config: Config): Promise<void> {
  const files = [
    [`${keyPath(config)}.lasting`, bytes(32)],
    [storeIdPath(config.dataDir), `${uuid()}\n`],
  ] as const
  await Promise.all(
    files.map(async ([path, content]) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // what is there already is another club's of the same test
      await writeFile(path, content, { flag: 'wx', mode: 0o600 }).catch(() => {})
    }),
  )
}
