import type { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { letters, serial, uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'

export type Cancellation = RequestOf<typeof declareCancellation>['body']
export type Withdrawal = RequestOf<typeof declareWithdrawal>['body']

/** What a browser sends by "jetzt kündigen". */
export const aCancellation = (fields: Partial<Cancellation> = {}): Cancellation => ({
  id: uuid(),
  kind: 'ordinary',
  name: 'Mia Beispiel',
  contract: 'mia@example.org',
  email: `${letters(16)}@example.net`,
  language: 'de',
  ...fields,
})

/** What a browser sends by "Widerruf bestätigen". */
export const aWithdrawal = (fields: Partial<Withdrawal> = {}): Withdrawal => ({
  id: uuid(),
  name: 'Mia Beispiel',
  contract: 'mia@example.org',
  email: `${letters(16)}@example.net`,
  language: 'de',
  ...fields,
})

/** A cancellation that waits for a person, and the secret of a mail by which it can be disputed. */
export async function insertDeclaration(
  { app, db }: Club,
  { at = app.now() }: { at?: Date } = {},
): Promise<{ id: string; token: string }> {
  const id = uuid()
  const token = newToken()
  const reference = `KU-2026-${String(serial()).padStart(6, '0')}`
  const until = new Date(at.getTime() + 3_600_000)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into declarations (id, reference, kind, is_extraordinary, name, contract, email,
        received_at)
      values (${id}, ${reference}, 'cancellation', false, 'Mia', 'a typo', 'mia@example.net',
        ${at.toISOString()})`)
    await tx.run(sql`
      insert into declaration_states (declaration_id, state, dispute_hashes, dispute_until)
      values (${id}, 'waiting', array[${secretHash(token)}::bytea], ${until.toISOString()})`)
  })
  return { id, token }
}
