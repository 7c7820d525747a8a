// Turning the club's lasting key: the older ones beside it, and what little is kept of them to compare marks.
import { hkdfSync } from 'node:crypto'
import { link, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { renameDurably, syncFolder, writeNew } from '#server/platform/files/durableFile.ts'
import { nullIfMissing } from '#server/platform/files/nullIfMissing.ts'
import { newKey } from './keyring.ts'

/** One that was turned: nothing new is made with it. */
export type OlderKey = {
  path: string
  /** Until when it was the club's. */
  turnedAt: Date
  /** Not everything it sealed is sealed with the new one yet. */
  isTurning: boolean
  /** Whether it still opens what it sealed; else it is kept for `AFTER_TURN` alone. */
  isWhole: boolean
  bytes: Buffer
}

const KEY_BYTES = 32

/**
 * For what an older key is asked when all is sealed again: marks cannot be made again without what they
 * stand for, and mails that were sent stay as they are.
 */
const AFTER_TURN = [
  'marked banned addresses',
  'marked origins of waitlist entries',
  'digest',
  'marked mailboxes kept apart',
]
/** So many there were in keys that turned before the last of them came: it made nothing with those. */
const ONCE_AFTER_TURN = 3

/** The lengths an older key's file may have. */
export const OLDER_LENGTHS: readonly number[] = [1, ONCE_AFTER_TURN, AFTER_TURN.length].map(
  (keys) => KEY_BYTES * keys,
)

const lastingPath = (keyPath: string): string => `${keyPath}.lasting`

const TURNED = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)(\.turning)?$/
const UNDER_WAY = '.turning'

/** The keys that lie beside the present one, oldest first. */
export async function listOlderKeys(keyPath: string): Promise<OlderKey[]> {
  const folder = dirname(keyPath)
  const start = `${basename(lastingPath(keyPath))}.`
  const names = ((await nullIfMissing(readdir(folder))) ?? []).filter((name) =>
    name.startsWith(start),
  )
  const found = names.sort().map(async (name) => {
    const [, day, hour, minute, second, rest, end] = TURNED.exec(name.slice(start.length)) ?? []
    if (!day) return []
    const path = join(folder, name)
    const bytes = await readFile(path)
    const turnedAt = new Date(`${day}T${hour}:${minute}:${second}.${rest}`)
    const isWhole = bytes.length === KEY_BYTES
    return [{ path, turnedAt, isTurning: end !== undefined, isWhole, bytes }]
  })
  return (await Promise.all(found)).flat()
}

/** A key of its own for each use; null where an older key is no longer there for it. */
export function keyForUse(bytes: Buffer, use: string): Buffer | null {
  if (bytes.length === KEY_BYTES) return Buffer.from(hkdfSync('sha256', bytes, '', use, KEY_BYTES))
  if (!OLDER_LENGTHS.includes(bytes.length)) throw new Error('an older lasting key is not whole')
  const place = AFTER_TURN.indexOf(use)
  const end = (place + 1) * KEY_BYTES
  return place < 0 || end > bytes.length ? null : bytes.subarray(end - KEY_BYTES, end)
}

/** Keeps the present key beside itself, as one that is being turned. */
export async function setAside(keyPath: string, now: Date): Promise<void> {
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  await link(lastingPath(keyPath), `${lastingPath(keyPath)}.${stamp}${UNDER_WAY}`)
  await syncFolder(dirname(keyPath))
}

/** Takes back `setAside`, as long as the present key is still the same. */
export async function giveUpTurn({ path }: OlderKey): Promise<void> {
  await rm(path)
  await syncFolder(dirname(path))
}

/** A new key in the place of the present one, at once. */
export async function replaceLastingKey(keyPath: string): Promise<void> {
  const part = `${lastingPath(keyPath)}.part`
  await rm(part, { force: true })
  await writeNew(part, newKey())
  await renameDurably(part, lastingPath(keyPath))
}

/** All is sealed with the new key. */
export const endTurn = ({ path }: OlderKey): Promise<void> =>
  renameDurably(path, path.slice(0, -UNDER_WAY.length))

/** From now on it opens nothing any more, and is there for `AFTER_TURN` alone. */
export async function keepMarksOnly({ path, bytes }: OlderKey): Promise<void> {
  const part = `${path}.part`
  await rm(part, { force: true })
  await writeNew(part, Buffer.concat(AFTER_TURN.map((use) => keyForUse(bytes, use)!)))
  await renameDurably(part, path)
}
