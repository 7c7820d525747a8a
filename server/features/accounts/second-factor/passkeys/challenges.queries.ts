import { sql, type Sql } from '#server/platform/database/database.ts'

/** What a challenge was asked for: an answer to it is good for nothing else. */
export type ChallengePurpose =
  | { purpose: 'add' | 'prove' | 'second_factor'; userId: string }
  | { purpose: 'log_in'; userId: null }

export async function insertChallenge(
  on: Sql,
  challenge: ChallengePurpose & { id: string; challenge: Buffer; expiresAt: Date },
): Promise<void> {
  await on.run(sql`
    insert into passkey_challenges (id, challenge, purpose, user_id, expires_at)
    values (${challenge.id}, ${challenge.challenge}, ${challenge.purpose}, ${challenge.userId},
      ${challenge.expiresAt.toISOString()})`)
}

/** Uses a challenge up, whatever becomes of the answer; null when it is unknown, used, expired or another's. */
export async function takeChallenge(
  on: Sql,
  id: string,
  { purpose, userId }: ChallengePurpose,
  now: Date,
): Promise<Buffer | null> {
  const row = await on.row<{ challenge: Buffer }>(sql`
    delete from passkey_challenges
    where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${userId}
      and expires_at > ${now.toISOString()}
    returning challenge`)
  return row?.challenge ?? null
}
