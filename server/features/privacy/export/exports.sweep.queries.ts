import { sql, type Sql } from '#server/platform/database/database.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'
import { isVoid } from './exports.queries.ts'

const AT_ONCE = 200

/** Those whose time has come, and those with a copy of a document that was shredded since. */
export async function listSpent(on: Sql, now: Date): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select e.id from exports e
    where e.state = 'ready' and (e.expires_at <= ${now.toISOString()} or ${isVoid})
    order by e.expires_at limit 1000`)
  return rows.map(({ id }) => id)
}

/** A newer one takes the place of those before it. */
export async function listOlder(on: Sql, userId: string, than: string): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(
    sql`select id from exports where user_id = ${userId} and id <> ${than} and state = 'ready'`,
  )
  return rows.map(({ id }) => id)
}

/** Those nobody got to for so long will not come any more; another can be asked for. */
export const failStuck = (on: Sql, before: Date): Promise<number> =>
  on.run(sql`
    update exports set state = 'failed'
    where state in ('waiting', 'building') and requested_at <= ${before.toISOString()}`)

/** Of these, those that are neither ready nor being built. */
export async function unknownExports(on: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select given.id from unnest(${ids}::text[]) given (id)
    where not exists (select from exports e
      where e.id::text = given.id and e.state in ('ready', 'building'))`)
  return rows.map(({ id }) => id)
}

type ExportKey = WrappedKey & { id: string }

/** The next keys of a month, but for those that were found broken. */
export const listExportKeys = (
  on: Sql,
  epoch: string,
  but: readonly string[],
): Promise<ExportKey[]> =>
  on.rows<ExportKey>(sql`
    select id, epoch, wrapped from exports
    where epoch = ${epoch} and id <> all(${but}::uuid[]) order by id limit ${AT_ONCE} for update`)

export async function updateExportKeys(on: Sql, keys: readonly ExportKey[]): Promise<void> {
  await on.run(sql`
    update exports e set epoch = given.epoch, wrapped = given.wrapped
    from unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ epoch }) => epoch)}::text[],
      ${keys.map(({ wrapped }) => wrapped)}::bytea[]) as given (id, epoch, wrapped)
    where e.id = given.id`)
}

export async function isEpochUsed(on: Sql, epoch: string): Promise<boolean> {
  return (await on.row(sql`select from exports where epoch = ${epoch} limit 1`)) !== undefined
}
