import type { Present } from '#contract/rooms/presence.ts'

/** Somebody came into a room, or went, at one process. */
export type PresenceChange = { roomId: string; person: Present; isIn: boolean }

/** Changes as one notice of the database carries them: room, member and, of those who came, their name. */
export type PresenceBatch = { came: [string, string, string][]; went: [string, string][] }

/** PostgreSQL carries at most 8,000 bytes in a notice, some of which are not ours. */
const MOST_BYTES = 7_000

/** As few as carry all changes; one at least, since an empty one says that this process is alive. */
export function batchChanges(changes: readonly PresenceChange[]): PresenceBatch[] {
  const batches: PresenceBatch[] = []
  let bytes = Infinity
  for (const { roomId, person, isIn } of changes) {
    const line = [roomId, person.id, person.username] as [string, string, string]
    const size = Buffer.byteLength(JSON.stringify(line)) + 1
    if (bytes + size > MOST_BYTES) {
      batches.push({ came: [], went: [] })
      bytes = 0
    }
    bytes += size
    if (isIn) batches.at(-1)!.came.push(line)
    else batches.at(-1)!.went.push([roomId, person.id])
  }
  return batches.length > 0 ? batches : [{ came: [], went: [] }]
}
