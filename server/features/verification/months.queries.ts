import { sql, type Sql } from '#server/platform/database/database.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'

const AT_ONCE = 200

type FileKey = WrappedKey & { fileId: string }

/** The next keys of a month, but for those that were found broken. */
export const listKeys = (on: Sql, epoch: string, but: readonly string[]): Promise<FileKey[]> =>
  on.rows<FileKey>(sql`
    select file_id, epoch, wrapped from id_file_keys
    where epoch = ${epoch} and file_id <> all(${but}::uuid[])
    order by file_id limit ${AT_ONCE} for update`)

export async function updateKeys(on: Sql, keys: readonly FileKey[]): Promise<void> {
  await on.run(sql`
    update id_file_keys k set epoch = given.epoch, wrapped = given.wrapped
    from unnest(${keys.map(({ fileId }) => fileId)}::uuid[],
      ${keys.map(({ epoch }) => epoch)}::text[], ${keys.map(({ wrapped }) => wrapped)}::bytea[])
      as given (file_id, epoch, wrapped)
    where k.file_id = given.file_id`)
}

export async function isMonthUsed(on: Sql, epoch: string): Promise<boolean> {
  return (await on.row(sql`select from id_file_keys where epoch = ${epoch} limit 1`)) !== undefined
}

export async function isDestructionOnRecord(on: Sql, epoch: string): Promise<boolean> {
  const found = await on.row(sql`
    select from audit where action = 'key_destroyed' and details ->> 'epoch' = ${epoch} limit 1`)
  return found !== undefined
}
