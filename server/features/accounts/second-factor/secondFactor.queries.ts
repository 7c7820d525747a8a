import { sql, type Sql } from '#server/platform/database/database.ts'

/** What an account can prove itself with besides its password. */
export type Factors = {
  passkeys: number
  totpSince: string | null
  /** Of no use without one of the others. */
  recoveryCodesLeft: number
}

export async function findFactors(on: Sql, userId: string): Promise<Factors> {
  const row = await on.row<Factors>(sql`
    select (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select confirmed_at from totp_secrets where user_id = ${userId}) as totp_since,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null)
        as recovery_codes_left`)
  return row ?? { passkeys: 0, totpSince: null, recoveryCodesLeft: 0 }
}

/** Notes that a session used a second factor; answers false when it did before, or is over. */
export async function noteFactor(on: Sql, sessionId: string, now: Date): Promise<boolean> {
  const noted = await on.run(sql`
    update sessions set factor_at = ${now.toISOString()}
    where id = ${sessionId} and factor_at is null`)
  return noted > 0
}

/** What other sessions proved by the password alone proves nothing from now on. */
export async function forgetOtherProofs(on: Sql, userId: string, sessionId: string): Promise<void> {
  await on.run(sql`
    update sessions set proved_at = null where user_id = ${userId} and id <> ${sessionId}`)
}

export async function forgetFactorUse(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update sessions set factor_at = null where user_id = ${userId} and factor_at is not null`)
}
