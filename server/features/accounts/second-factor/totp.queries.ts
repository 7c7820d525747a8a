import { sql, type Sql } from '#server/platform/database/database.ts'

/** An authenticator's secret, sealed; `confirmedAt` is null until a code of it was typed. */
type StoredTotp = { sealed: Buffer; confirmedAt: string | null }

export const findTotp = async (on: Sql, userId: string): Promise<StoredTotp | null> =>
  (await on.row<StoredTotp>(
    sql`select sealed, confirmed_at from totp_secrets where user_id = ${userId}`,
  )) ?? null

/** In place of one that was never confirmed; answers false when there is one that was. */
export async function insertTotp(
  on: Sql,
  userId: string,
  sealed: Buffer,
  now: Date,
): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into totp_secrets as t (user_id, sealed, created_at)
    values (${userId}, ${sealed}, ${now.toISOString()})
    on conflict (user_id) do update set sealed = excluded.sealed, created_at = excluded.created_at
    where t.confirmed_at is null`)
  return inserted > 0
}

/** Answers false when it is no longer the secret that was checked, or is on already. */
export async function confirmTotpSecret(
  on: Sql,
  userId: string,
  { sealed, step }: { sealed: Buffer; step: number },
  now: Date,
): Promise<boolean> {
  const confirmed = await on.run(sql`
    update totp_secrets set confirmed_at = ${now.toISOString()}, last_step = ${step}
    where user_id = ${userId} and sealed = ${sealed} and confirmed_at is null`)
  return confirmed > 0
}

/**
 * Uses up the code of a step and of all before it; of many at once one does. A step from further
 * ahead than `aheadFrom` was used before the clock was set back, and keeps nobody out until then.
 */
export async function takeStep(
  on: Sql,
  userId: string,
  { sealed, step, aheadFrom }: { sealed: Buffer; step: number; aheadFrom: number },
): Promise<boolean> {
  const taken = await on.run(sql`
    update totp_secrets set last_step = ${step}
    where user_id = ${userId} and sealed = ${sealed} and confirmed_at is not null
      and (last_step is null or last_step < ${step} or last_step > ${aheadFrom})`)
  return taken > 0
}

/** Answers whether one that was on is off now. */
export async function deleteTotp(on: Sql, userId: string): Promise<boolean> {
  const row = await on.row<{ wasOn: boolean }>(sql`
    delete from totp_secrets where user_id = ${userId}
    returning confirmed_at is not null as was_on`)
  return row?.wasOn ?? false
}
