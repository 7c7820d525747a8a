import type { Present } from '#contract/rooms/presence.ts'

/** Somebody came into a room, or went, at one process. */
export type PresenceChange = { roomId: string; person: Present; isIn: boolean }

/** Changes as they are told: room, member and, of those who came, their name. */
export type Parcel = { came: [string, string, string][]; went: [string, string][] }

/** A notice carries at most 8,000 bytes, some of which are not ours. */
const MOST_BYTES = 7_000

/** As few parcels as carry it all; one at least, since an empty one says that somebody is there. */
export function inParcels(changes: readonly PresenceChange[]): Parcel[] {
  const parcels: Parcel[] = []
  let bytes = Infinity
  for (const { roomId, person, isIn } of changes) {
    const line = [roomId, person.id, person.username] as [string, string, string]
    const size = Buffer.byteLength(JSON.stringify(line)) + 1
    if (bytes + size > MOST_BYTES) {
      parcels.push({ came: [], went: [] })
      bytes = 0
    }
    bytes += size
    if (isIn) parcels.at(-1)!.came.push(line)
    else parcels.at(-1)!.went.push([roomId, person.id])
  }
  return parcels.length > 0 ? parcels : [{ came: [], went: [] }]
}
