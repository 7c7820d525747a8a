import { berlinDay } from '#contract/day.ts'
import type { Config } from '#server/config.ts'

/** The club as an invoice names it (§ 14 (4) UStG, § 33 UStDV). */
export type Seller = {
  name: string
  address: string
  representative: string
  register: string
  vatId: string
  email: string
  phone: string
  club: string
}

export const sellerToday = ({ operator, clubName }: Pick<Config, 'operator' | 'clubName'>) =>
  ({
    name: operator.OPERATOR_NAME,
    address: operator.OPERATOR_ADDRESS,
    representative: operator.OPERATOR_REPRESENTATIVE,
    register: operator.OPERATOR_REGISTER,
    vatId: operator.OPERATOR_VAT_ID,
    email: operator.OPERATOR_EMAIL,
    phone: operator.OPERATOR_PHONE,
    club: clubName,
  }) satisfies Seller

/** The year whose numbers an invoice of that moment continues. */
export const berlinYear = (at: Date): number => Number(berlinDay(at).slice(0, 4))

export const invoiceNumber = (year: number, count: number): string =>
  `R-${year}-${String(count).padStart(6, '0')}`

/** `21.11.2026`, by the calendar of Berlin. */
export const germanDate = (at: string | Date): string =>
  berlinDay(new Date(at)).split('-').toReversed().join('.')

const euros = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
/** `19,90 €`. */
export const germanEuros = (cents: number): string => euros.format(cents / 100)

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })
/** `19 %`. */
export const germanPercent = (percent: number): string => `${numbers.format(percent)}\u00a0%`
