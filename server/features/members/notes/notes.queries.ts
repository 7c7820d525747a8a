import { sql, type Sql } from '#server/platform/database/database.ts'
import { mayBeSeen, type SightRank } from '#server/platform/member-rules/visibility.ts'

type Pair = { writerId: string; aboutId: string }
export type SealedNote = { id: string; sealed: Buffer; writtenAt: string }

const columns = sql`n.id, n.sealed, n.written_at`

export const findNote = (on: Sql, { writerId, aboutId }: Pair): Promise<SealedNote | undefined> =>
  on.row<SealedNote>(sql`
    select ${columns} from private_notes n
    where n.writer_id = ${writerId} and n.about_id = ${aboutId}`)

export const listNotes = (on: Sql, writerId: string): Promise<SealedNote[]> =>
  on.rows<SealedNote>(sql`
    select ${columns} from private_notes n where n.writer_id = ${writerId}
    order by n.written_at, n.id`)

/** In place of the one there was; false for oneself, and whom the writer does not see. */
export async function putNote(
  on: Sql,
  { writerId, aboutId }: Pair,
  { id, sealed, looking, at }: { id: string; sealed: Buffer; looking: SightRank; at: Date },
): Promise<boolean> {
  const put = await on.run(sql`
    insert into private_notes (id, writer_id, about_id, sealed, written_at)
    select ${id}, ${writerId}, p.id, ${sealed}, ${at.toISOString()}::timestamptz
    from profiles p
    where p.id = ${aboutId} and p.id <> ${writerId}::uuid and ${mayBeSeen(writerId, looking)}
    on conflict (writer_id, about_id) do update
      set id = excluded.id, sealed = excluded.sealed, written_at = excluded.written_at`)
  return put > 0
}

export async function deleteNote(on: Sql, { writerId, aboutId }: Pair): Promise<void> {
  await on.run(sql`
    delete from private_notes where writer_id = ${writerId} and about_id = ${aboutId}`)
}
