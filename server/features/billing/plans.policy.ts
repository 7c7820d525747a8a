import type { Price } from '#contract/billing.ts'
import { vatIn } from './ledger.service.ts'

export type PriceRow = Omit<Price, 'vatCents'>

export const toPrice = ({ id, cents, currency, vatPercent }: PriceRow): Price => ({
  id,
  cents,
  currency,
  vatPercent,
  vatCents: vatIn(cents, vatPercent),
})
