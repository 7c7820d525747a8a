import type { Icebreaker } from '#contract/rooms.ts'
import { sql, type Sql } from '#server/platform/database.ts'

/** Every icebreaker, in the order of the list. */
export async function listIcebreakers(on: Sql): Promise<Icebreaker[]> {
  const rows = await on.rows<{ id: string; de: string; en: string }>(
    sql`select id, de, en from icebreakers order by position`,
  )
  return rows.map(({ id, de, en }) => ({ id, question: { de, en } }))
}
