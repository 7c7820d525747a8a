import { sql, type Sql } from '#server/platform/database/database.ts'
import { publishSql } from '#server/platform/database/events.ts'

export type Mark = { roomId: string; userId: string; number: number }

/** A notice carries at most 8,000 bytes. */
const PER_NOTICE = 50

/**
 * Raises what members have read, in one statement, and tells every process what changed. Never
 * back, and never beyond the newest number of the room; nothing for whoever is not in it.
 */
export async function raiseMarks(on: Sql, marks: readonly Mark[], at: Date): Promise<void> {
  await on.run(sql`
    with seen as (
      select * from unnest(${marks.map(({ roomId }) => roomId)}::uuid[],
        ${marks.map(({ userId }) => userId)}::uuid[],
        ${marks.map(({ number }) => number)}::bigint[]) as s (room_id, user_id, number)),
    raised as (
      insert into room_reads as r (user_id, room_id, number, read_at)
      select m.user_id, m.room_id, least(s.number, o.last_number), ${at.toISOString()}::timestamptz
      from seen s
      join room_members m on m.room_id = s.room_id and m.user_id = s.user_id
      join rooms o on o.id = m.room_id
      -- in order, so that two processes never wait for each other
      order by m.room_id, m.user_id
      on conflict (room_id, user_id) do update set number = excluded.number, read_at = excluded.read_at
        where r.number < excluded.number
      returning user_id, room_id, number),
    placed as (select *, (row_number() over () - 1) / ${PER_NOTICE}::integer as part from raised)
    select ${publishSql(sql`json_build_object('kind', 'read', 'marks', json_agg(
      json_build_object('userId', user_id, 'roomId', room_id, 'number', number)))`)}
    from placed group by part`)
}
