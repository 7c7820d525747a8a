import { randomUUID } from 'node:crypto'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { LedgerLine } from './ledger.policy.ts'

type Transaction = { reference: string; subscriptionId: string; at: Date; lines: LedgerLine[] }

/**
 * False when there is one under that reference, or nothing moves. Its line of revenue goes first, or that of the provider where all
 * that goes back is tax: of two that come at once the second waits for it, and then adds no line at all.
 */
export async function insertTransaction(on: Sql, transaction: Transaction): Promise<boolean> {
  const { reference, subscriptionId, at, lines } = transaction
  const lineOf = (account: LedgerLine['account']) => lines.find((line) => line.account === account)
  const first = lineOf('revenue') ?? lineOf('provider')
  if (!first) return false
  const others = lines.filter((line) => line !== first)
  const added = await on.run(sql`
    with first as (
      insert into ledger_entries
        (transaction_id, account, cents, currency, reference, subscription_id, at)
      values (${randomUUID()}, ${first.account}, ${first.cents}, 'EUR', ${reference},
        ${subscriptionId}, ${at.toISOString()})
      on conflict (reference, account) do nothing
      returning transaction_id, currency, reference, subscription_id, at)
    insert into ledger_entries
      (transaction_id, account, cents, currency, reference, subscription_id, at)
    select first.transaction_id, line.account, line.cents, first.currency, first.reference,
      first.subscription_id, first.at
    from first, unnest(${others.map(({ account }) => account)}::text[],
      ${others.map(({ cents }) => cents)}::bigint[]) line (account, cents)`)
  return added > 0
}

/** What went back under these references, and the tax in it. */
export async function sumReturned(
  on: Sql,
  references: string[],
): Promise<{ cents: number; vatCents: number }> {
  const row = await on.row<{ cents: number; vatCents: number }>(sql`
    select coalesce(-sum(cents) filter (where account = 'provider'), 0)::int as cents,
      coalesce(sum(cents) filter (where account = 'vat'), 0)::int as vat_cents
    from ledger_entries where reference = any (${references}::text[])`)
  return row ?? { cents: 0, vatCents: 0 }
}

export const listLedgerLines = (on: Sql, reference: string): Promise<LedgerLine[]> =>
  on.rows<LedgerLine>(sql`
    select account, cents::int as cents from ledger_entries where reference = ${reference}`)
