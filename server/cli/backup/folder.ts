// Folders of backups: the two kinds never together, none counts before it is whole, old ones are removed.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Config } from '#server/config.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { renameDurably } from '#server/platform/files/durableFile.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { MANIFEST } from './manifest.ts'
import { writeChecksummed } from './checksummedFile.ts'

export type Kind = 'club' | 'keys'

const RULES = { club: 'backups', keys: 'keyBackups' } as const
const NAME = /^(club|keys)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)(\.part)?$/

const nameFolder = (kind: Kind, at: Date) => `${kind}-${at.toISOString().replace(/[:.]/g, '-')}`

type Found = { name: string; kind: Kind; takenAt: Date; isWhole: boolean }

/** The backups in a folder, oldest first, with those that were never finished. */
export async function listBackups(folder: string): Promise<Found[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const [, kind, day, hour, minute, second, rest, part] = NAME.exec(name) ?? []
      if (!kind) return []
      const takenAt = new Date(`${day}${hour}:${minute}:${second}.${rest}`)
      return [{ name, kind: kind as Kind, takenAt, isWhole: !part }]
    })
}

/** The folders that are copied together with this one: those below it and those above it. */
async function placesTogether(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const below = entries.filter((one) => one.isDirectory()).map(({ name }) => join(folder, name))
  const above: string[] = []
  for (let place = folder; place !== dirname(place); place = dirname(place))
    above.push(dirname(place))
  return [folder, ...below, ...above]
}

/** Where backups go: named, not where the club itself lies, and the two kinds never together. */
export async function openFolder(config: Config, kind: Kind, to: string | undefined) {
  if (!to)
    throw new SetupError('Where to? Name a folder on another disk or machine: --to /mnt/backup')
  const folder = resolve(to)
  if ((folder + sep).startsWith(config.dataDir + sep))
    throw new SetupError(`${folder} lies below DATA_DIR and would be lost with it; choose another.`)
  for (const place of await placesTogether(folder))
    if ((await listBackups(place)).some((found) => found.kind !== kind))
      throw new SetupError(
        `${place} holds backups of the other kind; whoever copies both at once would have the documents and their keys. Choose another folder than ${folder}.`,
      )
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new SetupError(`${folder} cannot be made (${code}).`)
  })
  return folder
}

type Filled = { facts: object; after?: () => Promise<void> }

/**
 * Makes one backup: it grows under another name and gets its own when it is whole, so what was cut
 * short is never taken for one. Answers where it is, and the sum of its manifest.
 */
export async function makeBackup(
  folder: string,
  { kind, at, fill }: { kind: Kind; at: Date; fill: (part: string) => Promise<Filled> },
): Promise<{ path: string; sum: string }> {
  const path = join(folder, nameFolder(kind, at))
  const part = `${path}.part`
  await mkdir(part, { mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new SetupError(`${part} cannot be made (${code}).`)
  })
  try {
    const { facts, after } = await fill(part)
    const sum = await writeChecksummed(join(part, MANIFEST), { kind, ...facts })
    await after?.()
    await renameDurably(part, path)
    return { path, sum }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * Removes what would be too old by this time tomorrow, when the next one is made, and what was
 * never finished since yesterday. Answers how many backups went.
 */
export async function prune(folder: string, kind: Kind, now: Date): Promise<number> {
  const oldest = retentionCutoff(RULES[kind], new Date(now.getTime() + DAY_MS))
  const yesterday = new Date(now.getTime() - DAY_MS)
  let removed = 0
  for (const { name, takenAt, isWhole, ...found } of await listBackups(folder)) {
    if (found.kind !== kind || takenAt >= (isWhole ? oldest : yesterday)) continue
    await rm(join(folder, name), { recursive: true, force: true })
    if (isWhole) removed += 1
  }
  return removed
}

/** Those that may no longer be there. */
export async function listOverdue(folder: string, kind: Kind, now: Date): Promise<string[]> {
  const since = retentionCutoff(RULES[kind], now)
  const found = await listBackups(folder)
  return found.filter((one) => one.kind === kind && one.takenAt < since).map(({ name }) => name)
}
