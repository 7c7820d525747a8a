import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { RoomSlug } from '#contract/rooms/rooms.ts'

/** PostgreSQL carries at most 8,000 bytes in a notice, some of which are not ours; nothing else carries more. */
export const MOST_BYTES = 7_900
const MOST_NAME = 200

const id = z.uuid()

/**
 * Who is where and who writes: no row stands behind it and no right follows from it, so that losing it costs a
 * moment. Anybody with access to NATS could have written one.
 */
const FleetingNotice = z.discriminatedUnion('kind', [
  /** Who came into rooms and went, at one process; a whole one replaces what it said before. */
  z.object({
    kind: z.literal('presence'),
    from: id,
    isWhole: z.boolean(),
    /** How many it has, all told; null while there is more to come. */
    size: z.nullable(z.int().check(z.nonnegative())),
    /** Room, member and name. */
    came: z.array(z.tuple([id, id, z.string().check(z.maxLength(MOST_NAME))])),
    went: z.array(z.tuple([id, id])),
  }),
  /** A process wants to hear from the others who is there. */
  z.object({ kind: z.literal('presence_asked'), from: id }),
  /** The tabs of a browser whose stream is at another process show other rooms. */
  z.object({
    kind: z.literal('line_moved'),
    line: id,
    userId: id,
    rooms: z.array(RoomSlug).check(z.maxLength(limits.roomsPerLine)),
  }),
  /** Room and member. */
  z.object({ kind: z.literal('writing'), from: id, who: z.array(z.tuple([id, id])) }),
  /** One of two is writing at their table. */
  z.object({ kind: z.literal('table_writing'), tableId: id, userId: id }),
])
export type FleetingNotice = z.infer<typeof FleetingNotice>

/** What came from outside; null when it is none of ours. */
export function parseFleeting(bytes: Uint8Array): FleetingNotice | null {
  if (bytes.byteLength > MOST_BYTES) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(bytes).toString())
    return FleetingNotice.safeParse(read).data ?? null
  } catch {
    return null
  }
}
