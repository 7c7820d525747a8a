import { sql, type Sql } from '#server/platform/database/database.ts'

/** When this session last proved who sits there. */
export async function lastProof(on: Sql, sessionId: string): Promise<string | null> {
  const row = await on.row<{ provedAt: string | null }>(
    sql`select proved_at from sessions where id = ${sessionId}`,
  )
  return row?.provedAt ?? null
}

/** Answers false when the session has ended meanwhile. */
export async function noteProof(on: Sql, sessionId: string, now: Date): Promise<boolean> {
  const noted = await on.run(
    sql`update sessions set proved_at = ${now.toISOString()} where id = ${sessionId}`,
  )
  return noted > 0
}

/** A session that used a second factor keeps its proof: it was more than a password. */
export async function forgetWeakProofs(on: Sql, userId: string): Promise<void> {
  await on.run(
    sql`update sessions set proved_at = null where user_id = ${userId} and factor_at is null`,
  )
}
