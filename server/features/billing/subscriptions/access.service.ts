import { restRooms, wakeRooms } from '#server/features/rooms/rooms.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { writeAccess } from './access.queries.ts'

/** Opens what payments open until then, or closes it: rooms beyond the Free Plan rest, or wake. */
export async function setAccess(on: Sql, userId: string, until: Date, at: Date): Promise<void> {
  await writeAccess(on, userId, until)
  await (until > at ? wakeRooms(on, userId) : restRooms(on, userId, at))
}
