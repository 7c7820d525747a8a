import type { Price } from '#contract/billing/billing.ts'
import { includedVat } from '#server/features/billing/ledger/ledger.policy.ts'

export type PriceRow = Omit<Price, 'vatCents'>

export const toPrice = ({ id, cents, currency, vatPercent }: PriceRow): Price => ({
  id,
  cents,
  currency,
  vatPercent,
  vatCents: includedVat(cents, vatPercent),
})

export type PlanRate = { vatPercent: number; since: string }

/** The rate of VAT at a time. A price stays as it was agreed to; the rate within it is the one of the law on that day. */
export function findRate(rates: readonly PlanRate[], at: Date): number {
  const rate = rates.findLast(({ since }) => new Date(since) <= at) ?? rates[0]
  if (!rate) throw new Error('there is no price')
  return rate.vatPercent
}
