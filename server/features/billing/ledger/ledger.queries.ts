import { randomUUID } from 'node:crypto'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { LedgerLine } from './ledger.policy.ts'

type Transaction = { reference: string; subscriptionId: string; at: Date; lines: LedgerLine[] }

/**
 * False when there is one under that reference. Its line of revenue, which every transaction has,
 * goes first: of two that come at once the second waits for it, and then adds no line at all.
 */
export async function insertTransaction(on: Sql, transaction: Transaction): Promise<boolean> {
  const { reference, subscriptionId, at, lines } = transaction
  const revenue = lines.find(({ account }) => account === 'revenue')
  if (!revenue) throw new Error('a transaction has a line of revenue')
  const others = lines.filter((line) => line !== revenue)
  const added = await on.run(sql`
    with first as (
      insert into ledger_entries
        (transaction_id, account, cents, currency, reference, subscription_id, at)
      values (${randomUUID()}, 'revenue', ${revenue.cents}, 'EUR', ${reference},
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
