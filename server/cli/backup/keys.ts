// Backs up and puts back the keys of documents and authenticator apps, never over another key.
import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { keyPath } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { withClient } from '#server/platform/database/copy.ts'
import { nullIfMissing } from '#server/platform/files/nullIfMissing.ts'
import type { Log } from '#server/platform/process/log.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { refuseOtherKeys } from '#server/platform/vault/installation.ts'
import { listOlderKeys } from '#server/platform/vault/lastingKey.ts'
import { askDatabase } from '#server/store.ts'
import { isThere } from './contents.ts'
import { readTable, writeTable } from './database.ts'
import { makeBackup, openFolder, prune } from './folder.ts'
import { FORMAT, SUFFIX, type Keys } from './manifest.ts'
import { noteBackup } from './lastBackups.ts'
import { verifyParts, writePart } from './parts.ts'
import { clubVersion, openExisting } from './store.ts'

type Options = { config: Config; log: Log; now: () => Date }

const DOCUMENTS = { name: 'id_file_keys', columns: ['file_id', 'epoch', 'wrapped'] }
/** A month's turn lasts seconds. */
const TRIES = 5

async function suffixes(config: Config): Promise<string[]> {
  const path = keyPath(config)
  const folder = dirname(path)
  const names = await nullIfMissing(readdir(folder)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new SetupError(`The key folder ${folder} cannot be read (${code}).`)
  })
  const start = `${basename(path)}.`
  return (names ?? [])
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((suffix) => SUFFIX.test(suffix))
    .sort()
}

/** Backs up what opens documents and authenticator apps, for a week. Answers what happened, in words. */
export async function backUpKeys(
  { config, log, now }: Options,
  to?: string,
): Promise<{ isComplete: boolean; says: string }> {
  const folder = await openFolder(config, 'keys', to)
  const at = now()
  const place = await openExisting(config, log)
  try {
    await askDatabase(place.url, (db) => refuseOtherKeys(db, { keyPath: keyPath(config) }))
    let lost: string[] = []
    const fill = async (part: string) => {
      const head = { format: FORMAT, version: await clubVersion(), takenAt: at.toISOString() }
      const { missing, ...found } = await withClient(place.url, (client) =>
        copyKeys(config, client, part),
      )
      lost = missing
      return { facts: { ...head, ...found } }
    }
    const { path } = await makeBackup(folder, { kind: 'keys', at, fill })
    const removed = await prune(folder, 'keys', now())
    await noteBackup(config, 'keys', { at, folder })
    const says = [
      `The keys are in ${path}. ${removed} older ones were removed; keep them apart from the other backups, and a week at most.`,
      ...lost.map(
        (epoch) =>
          `Missing, though documents need it: ${keyPath(config)}.${epoch}; is KEK_FILE what the server has?`,
      ),
    ]
    return { isComplete: lost.length === 0, says: says.join('\n') }
  } finally {
    await place.close()
  }
}

/** The wrapped keys between two looks at the folder: a month that turned meanwhile shows. */
async function copyKeys(
  config: Config,
  client: Parameters<typeof writeTable>[0],
  part: string,
): Promise<Pick<Keys, 'keys' | 'documents'> & { missing: string[] }> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const before = await suffixes(config)
    const documents = await writeTable(client, part, DOCUMENTS)
    const { rows: months } = await client.query<{ epoch: string }>(
      'select distinct epoch from id_file_keys order by 1',
    )
    const keys: Keys['keys'] = []
    for (const suffix of before) {
      const bytes = createReadStream(`${keyPath(config)}.${suffix}`)
      const made = await writePart(part, `keys/${suffix}`, bytes).catch(() => null)
      if (made) keys.push({ ...made, suffix })
    }
    const isSame =
      keys.length === before.length &&
      `${await suffixes(config)}` === `${before}` &&
      (await areAsCopied(config, keys))
    const missing = months.map(({ epoch }) => epoch).filter((epoch) => !before.includes(epoch))
    if (isSame) return { keys, documents, missing }
    for (const name of ['keys', 'database'])
      await rm(join(part, name), { recursive: true, force: true })
  }
  throw new SetupError('The keys went on changing; try again in a minute.')
}

/** The lasting key keeps its name when it turns. */
async function areAsCopied(config: Config, keys: Keys['keys']): Promise<boolean> {
  const are = keys.map(async ({ suffix, sha256 }) => {
    const bytes = await readFile(`${keyPath(config)}.${suffix}`).catch(() => null)
    return bytes !== null && hash('sha256', bytes) === sha256
  })
  return (await Promise.all(are)).every(Boolean)
}

/** Puts keys back where they are missing, and never over others. Answers what happened. */
export async function restoreKeys(
  { config, log }: Options,
  from: string,
  { keys, documents }: Keys,
): Promise<string> {
  const folder = resolve(from)
  await verifyParts(folder, [...keys, documents])
  const target = keyPath(config)
  const older = await listOlderKeys(target)
  for (const { path, suffix } of keys) {
    const there = await readFile(`${target}.${suffix}`).catch(() => null)
    const stored = await readFile(join(folder, path))
    // what time has made less of is the same key; one that was turned since lies beside its successor
    if (suffix.startsWith('lasting.') || older.some(({ bytes }) => bytes.equals(stored))) continue
    if (there && !there.equals(stored))
      throw new SetupError(
        `${target}.${suffix} is another key than the one in the backup; move it away if it opens nothing.`,
      )
  }
  const place = await openExisting(config, log)
  try {
    const count = await withClient(place.ownerUrl, async (client) => {
      if (!(await isThere(client, 'id_file_keys')))
        throw new SetupError(
          'There is no club here yet; the backup of database and files comes first.',
        )
      await client.query('begin')
      await client.query('create temporary table came (like id_file_keys) on commit drop')
      await readTable(client, folder, documents, `came (${DOCUMENTS.columns.join(', ')})`)
      // a file that was shredded since has no row that could have its key
      const { rowCount } = await client.query(`
        insert into id_file_keys (${DOCUMENTS.columns.join(', ')})
        select ${DOCUMENTS.columns.join(', ')} from came
        where file_id in (select id from verification_files) on conflict do nothing`)
      await client.query('commit')
      return rowCount ?? 0
    })
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    let put = 0
    for (const { path, suffix } of keys) {
      if ((await suffixes(config)).includes(suffix)) continue
      const name = `${basename(target)}.${suffix}`
      await writePart(dirname(target), name, createReadStream(join(folder, path)))
      put += 1
    }
    return `${put} of ${keys.length} key files and ${count} of ${documents.rows} document keys were put back; the others were there, or what they opened is gone.`
  } finally {
    await place.close()
  }
}
