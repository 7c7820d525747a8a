import { sql, type Sql } from '#server/platform/database/database.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'
import { NO_KEY } from './tables.queries.ts'

/** So many messages before one that is reported, and as many after it, are frozen with it. */
const AROUND = 5

/** Where a message stands that says something. */
export const findStanding = (
  on: Sql,
  id: string,
): Promise<{ tableId: string; number: number } | undefined> =>
  on.row(sql`
    select table_id, number from table_messages where id = ${id} and sealed is not null`)

type AroundRow = {
  id: string
  number: number
  userId: string
  author: string
  sealed: Buffer
  createdAt: string
  editedAt: string | null
  replyNumber: number | null
}

/** A message and those around it, in the order in which they were said; nothing from before `since`. */
export const readAround = (
  on: Sql,
  { tableId, number, since }: { tableId: string; number: number; since: string | null },
): Promise<AroundRow[]> => {
  const messages = sql`
    select m.* from table_messages m where m.table_id = ${tableId} and m.sealed is not null
      and (${since}::timestamptz is null or m.created_at > ${since}::timestamptz)`
  return on.rows<AroundRow>(sql`
    select m.id, m.number, m.user_id, a.username as author, m.sealed, m.created_at, m.edited_at,
      m.reply_number
    from (
      (${messages} and m.number < ${number}::bigint order by m.number desc limit ${AROUND})
      union all
      (${messages} and m.number >= ${number}::bigint order by m.number limit ${AROUND + 1})) m
    join profiles a on a.id = m.user_id
    order by m.number`)
}

/** Whether a message still says what it said when it was last edited then. */
export const isUnchanged = async (
  on: Sql,
  { id, editedAt }: { id: string | null; editedAt: string | null },
): Promise<boolean> =>
  (await on.row(sql`
    select from table_messages
    where id = ${id} and sealed is not null
      and edited_at is not distinct from ${editedAt}::timestamptz`)) !== undefined

/** It stays as it is until the transaction ends. */
export async function holdMessage(on: Sql, id: string | null): Promise<void> {
  await on.run(sql`select from table_messages where id = ${id} for no key update`)
}

/** The table of a message whose words were taken away, and its key, while somebody has a copy. */
export const findEmptied = (
  on: Sql,
  id: string,
): Promise<(WrappedKey & { tableId: string }) | undefined> =>
  on.row(sql`
    select t.id as table_id, t.key_epoch as epoch, t.wrapped_key as wrapped
    from table_messages m join tables t on t.id = m.table_id
    where m.id = ${id} and m.sealed is null and t.wrapped_key <> ${NO_KEY} for no key update of m`)

export async function fillMessage(on: Sql, id: string, sealed: Buffer): Promise<void> {
  await on.run(sql`update table_messages set sealed = ${sealed} where id = ${id}`)
}
