// Tables of two, with keys of their own and words sealed as the club seals them.
import { createHash, randomUUID } from 'node:crypto'
import { openVault } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { newTableKey, sealText } from '#server/features/tables/tables.keys.ts'
import { sql } from '#server/platform/database/database.ts'
import { EventBus } from '#server/platform/database/events.ts'
import type { BenchClub } from './club.ts'
import { roomSlug } from './filling.ts'
import type { Guest } from './guest.ts'

type Pair = readonly [oneId: string, otherId: string]
export type Table = { id: string; pair: Pair }

/** What the database makes of `md5(text)::uuid`. */
export const md5Id = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const DAY_MS = 24 * 3_600_000

/** Opens a table for each pair, with as many words of each day of the last year as asked; the last few are unread. */
export async function fillTables(
  { db, dataDir }: BenchClub,
  pairs: readonly Pair[],
  { wordsADay = 0, unread = 0 }: { wordsADay?: number; unread?: number } = {},
): Promise<Table[]> {
  const { keys } = openVault(readConfig({ DATA_DIR: dataDir }))
  const [now, bus] = [new Date(), new EventBus()]
  const since = new Date(now.getTime() - 365 * DAY_MS)
  const words = 365 * wordsADay
  const tables: Table[] = []
  for (const [one, other] of pairs) {
    const pair: Pair = one < other ? [one, other] : [other, one]
    const id = randomUUID()
    const key = await newTableKey({ keys, now: () => now })
    await db.run(sql`
      insert into tables (id, one_id, other_id, created_at, opened_at, key_epoch, wrapped_key, last_number)
      values (${id}, ${pair[0]}, ${pair[1]}, ${since.toISOString()}, ${since.toISOString()},
        ${key.epoch}, ${key.wrapped}, ${words})`)
    await db.run(sql`
      insert into seats (table_id, user_id, sat_at, read_number)
      select ${id}::uuid, who, ${since.toISOString()}::timestamptz, ${Math.max(0, words - unread)}::bigint
      from unnest(${pair}::uuid[]) who`)
    const messageIds = Array.from({ length: words }, () => randomUUID())
    const sealed = await Promise.all(
      messageIds.map((messageId, n) =>
        sealText(
          { bus, keys },
          { tableId: id, key },
          messageId,
          `A word of the usual length. ${n}`,
        ),
      ),
    )
    await db.run(sql`
      insert into table_messages (id, table_id, number, user_id, sealed, created_at)
      select m.id, ${id}::uuid, m.n, case when m.n % 2 = 0 then ${pair[0]}::uuid else ${pair[1]}::uuid end,
        m.sealed, ${now.toISOString()}::timestamptz - (${words}::int - m.n) * interval '1 day' / ${Math.max(1, wordsADay)}::int
      from unnest(${messageIds}::uuid[], ${sealed}::bytea[]) with ordinality as m (id, sealed, n)`)
    tables.push({ id, pair })
  }
  await db.script('vacuum analyze tables, seats, table_messages')
  return tables
}

/** Has guests be members of a room. */
export async function enterGuests(
  { db }: BenchClub,
  guests: readonly Guest[],
  room: number,
): Promise<void> {
  await db.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select r.id, who, now() from rooms r, unnest(${guests.map(({ memberId }) => memberId)}::uuid[]) who
    where r.slug = ${roomSlug(room)}`)
}
