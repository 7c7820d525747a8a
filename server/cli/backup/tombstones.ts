import { join } from 'node:path'
import * as z from 'zod'
import type { Tombstone } from '#server/features/privacy/deletion/tombstones.service.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { readChecksummed, writeChecksummed } from './checksummedFile.ts'

/** Beside the backups: who was purged, so that none of them brings somebody back. */
export const TOMBSTONES = 'tombstones.json'

const List = z.object({
  writtenAt: z.iso.datetime(),
  tombstones: z.array(z.object({ userId: z.uuid(), purgedAt: z.iso.datetime() })),
})

/**
 * Adds who was purged since. What was on the list stays for as long as there are backups from before:
 * a club that was started over does not know whom the one before it purged.
 */
export async function refreshTombstones(
  folder: string,
  stones: readonly Tombstone[],
  now: Date,
): Promise<void> {
  const path = join(folder, TOMBSTONES)
  const before = (await readChecksummed(path, List))?.tombstones ?? []
  const oldest = retentionCutoff('backups', now).toISOString()
  const all = new Map([...stones, ...before].map((stone) => [stone.userId, stone]))
  const tombstones = [...all.values()]
    .filter(({ purgedAt }) => purgedAt > oldest)
    .sort((a, b) => (a.purgedAt < b.purgedAt ? -1 : 1))
  await writeChecksummed(path, { writtenAt: now.toISOString(), tombstones })
}

/** Throws a `SetupError` when there is no list, one from before the backup, or the backup is older than any list knows. */
export async function readTombstones(
  path: string,
  takenAt: string,
  now: Date,
): Promise<Tombstone[]> {
  if (takenAt <= retentionCutoff('backups', now).toISOString())
    throw new SetupError(
      `The backup is of ${takenAt}, and older than backups are kept: it would bring back accounts that were purged since.`,
    )
  const list = await readChecksummed(path, List)
  if (!list)
    throw new SetupError(
      `${path} is missing: without the list of accounts that were purged the backup would bring them back. Name it with --tombstones FILE.`,
    )
  if (list.writtenAt < takenAt)
    throw new SetupError(
      `${path} is older than the backup; take the list beside the newest backup (--tombstones FILE).`,
    )
  return list.tombstones
}
