import type { TableHit } from '#contract/tables/messages.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'
import { keptStart } from './tables.policy.ts'
import { isReadable, isRemembered, ownEndSql } from './tables.queries.ts'

type OwnWords = WrappedKey &
  Pick<TableHit, 'tableId' | 'other'> &
  Omit<TableHit['message'], 'text'> & {
    sealed: Buffer
    /** Where what is older begins. */
    cursor: string
  }

/** Microseconds since 1970, and the id of a message; what does not name a place begins at the top. */
const PLACE = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What was said at somebody's tables and is readable for them, newest first; `before`: the cursor of the last one. */
export const readOwnWords = (
  on: Sql,
  userId: string,
  now: Date,
  { before, limit }: { before: string | null; limit: number },
): Promise<OwnWords[]> => {
  const [, at = null, id = null] = PLACE.exec(before ?? '') ?? []
  return on.rows<OwnWords>(sql`
    select m.table_id, m.id, m.number, m.user_id = ${userId}::uuid as is_own, m.created_at, m.sealed,
      t.key_epoch as epoch, t.wrapped_key as wrapped,
      case when p.id is not null and ${mayBeSeen(userId)}
        then json_build_object('id', p.id, 'username', p.username) end as other,
      (extract(epoch from m.created_at) * 1000000)::bigint || '.' || m.id as cursor
    from tables t
    join seats mine on mine.table_id = t.id and mine.user_id = ${userId} and mine.cleared_at is null
    join table_messages m on m.table_id = t.id and m.sealed is not null
    left join seats theirs on theirs.table_id = t.id and theirs.user_id <> ${userId}::uuid
    left join profiles p on p.id = case when t.one_id = ${userId}::uuid then t.other_id else t.one_id end
    where (${ownEndSql} is null or ${ownEndSql} > ${keptStart(now)})
      and ${isRemembered(now)} and ${isReadable(userId)}
      and (${at}::bigint is null or (m.created_at, m.id) <
        (to_timestamp(${at}::bigint / 1000000.0), ${id}::uuid))
    order by m.created_at desc, m.id desc limit ${limit}`)
}
