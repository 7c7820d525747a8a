import type { Passkey } from '#contract/accounts/security.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** Oldest first. */
export const listPasskeys = (on: Sql, userId: string): Promise<Passkey[]> =>
  on.rows<Passkey>(sql`
    select id, name, created_at, last_used_at from passkeys
    where user_id = ${userId} order by created_at, id`)

/** What an authenticator needs to find its own keys. */
export type Descriptor = { credentialId: Buffer; transports: string[] }

export const listDescriptors = (on: Sql, userId: string): Promise<Descriptor[]> =>
  on.rows<Descriptor>(sql`
    select credential_id, transports from passkeys where user_id = ${userId} order by created_at, id`)

export type StoredPasskey = Descriptor & {
  id: string
  userId: string
  publicKey: Buffer
  signCount: number
}

export const passkeyByCredential = async (
  on: Sql,
  credentialId: Buffer,
): Promise<StoredPasskey | null> =>
  (await on.row<StoredPasskey>(sql`
    select id, user_id, credential_id, public_key, sign_count::float8 as sign_count, transports
    from passkeys where credential_id = ${credentialId}`)) ?? null

/** Answers false when that credential is somebody's already. */
export async function insertPasskey(
  on: Sql,
  passkey: StoredPasskey & { name: string },
  now: Date,
): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into passkeys
      (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${passkey.id}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.signCount}, ${passkey.transports}, ${passkey.name}, ${now.toISOString()})
    on conflict (credential_id) do nothing`)
  return inserted > 0
}

/** Answers false when it was removed, or its count went on, since it was checked. */
export async function notePasskeyUse(
  on: Sql,
  id: string,
  signCount: number,
  now: Date,
): Promise<boolean> {
  const noted = await on.run(sql`
    update passkeys set sign_count = ${signCount}, last_used_at = ${now.toISOString()}
    where id = ${id} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`)
  return noted > 0
}

export async function updatePasskeyName(
  on: Sql,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const named = await on.run(
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}`,
  )
  return named > 0
}

export async function deletePasskey(on: Sql, userId: string, id: string): Promise<boolean> {
  return (await on.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) > 0
}
