import { randomBytes } from 'node:crypto'
import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { keyPath } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { fileKeyRing } from '#server/platform/vault/keyring.ts'
import { listOlderKeys, OLDER_LENGTHS } from '#server/platform/vault/lastingKey.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const KEY_BYTES = 32
const OTHERS = 0o077

/** How old the lasting key is, and whether it was turned. Throws a `SetupError` when its turn was cut short. */
async function describeLastingKey(path: string, now: Date): Promise<string> {
  const lasting = await stat(`${path}.lasting`).catch(() => null)
  if (!lasting) return 'no lasting key yet'
  const older = await listOlderKeys(path)
  if (older.some(({ isTurning }) => isTurning))
    throw new SetupError(
      'The turn of the lasting key was cut short; stop the server and run npm run club -- turn-lasting-key again.',
    )
  const since = older.at(-1)?.turnedAt ?? lasting.mtime
  const days = Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS))
  const turned =
    older.length > 0
      ? `turned on ${older.map(({ turnedAt }) => turnedAt.toISOString().slice(0, 10)).join(', ')}`
      : 'no older one is kept'
  return `the lasting key is ${days} days old, ${turned}`
}

/** Whether the keys of the months can be read and made, by this user alone, apart from the data. */
export async function keyFolder(config: Config, now: Date): Promise<string> {
  const path = keyPath(config)
  const folder = dirname(path)
  const real = await realpath(folder).catch(() => null)
  if (!real) return `none yet; npm start makes them in ${folder}`
  const data = await realpath(config.dataDir).catch(() => config.dataDir)
  if (config.secure && (real + sep).startsWith(data + sep))
    throw new SetupError(
      `The keys in ${folder} lie below DATA_DIR after all (a link?); whoever copies one has copied both. Move them.`,
    )

  const probe = join(folder, `.probe-${randomBytes(4).toString('hex')}`)
  await writeFile(probe, '').catch(({ code }: NodeJS.ErrnoException) => {
    throw new SetupError(
      `The key folder ${folder} cannot be written (${code}); next month's key is made there.`,
    )
  })
  await rm(probe)

  const epochs = await fileKeyRing(path).epochs()
  const lasting = await stat(`${path}.lasting`).catch(() => null)
  const keys = [...epochs, ...(lasting ? ['lasting'] : [])].map((suffix) => ({
    file: join(folder, `${basename(path)}.${suffix}`),
    lengths: [KEY_BYTES] as readonly number[],
  }))
  for (const { path: file } of await listOlderKeys(path))
    keys.push({ file, lengths: OLDER_LENGTHS })
  for (const { file, lengths } of keys) {
    const bytes = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
      throw new SetupError(
        `The key ${file} cannot be read (${code}); what it guards cannot either.`,
      )
    })
    if (!lengths.includes(bytes.length))
      throw new SetupError(`The key ${file} is not whole; restore it from the backup of the keys.`)
    if ((await stat(file)).mode & OTHERS && process.platform !== 'win32')
      throw new SetupError(`Others can read the key ${file}; chmod 600 it.`)
  }
  const months = epochs.length > 0 ? epochs.join(', ') : 'none yet'
  return `${folder} can be read and written; months: ${months}; ${await describeLastingKey(path, now)}`
}
