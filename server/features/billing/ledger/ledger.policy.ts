/** Where money can lie: with the provider, as ours, as the tax office's, or as what the provider keeps. */
type LedgerAccount = 'provider' | 'revenue' | 'vat' | 'fees'
export type LedgerLine = { account: LedgerAccount; cents: number }

/** The tax in a price that includes it, rounded half up to whole cents. Never of less than nothing. */
export const includedVat = (cents: number, vatPercent: number): number =>
  Math.round((cents * vatPercent) / (100 + vatPercent))

/** The lines of a transaction, debits above zero, together nothing; a line of nothing is none. */
const dropZeros = (lines: LedgerLine[]): LedgerLine[] => lines.filter(({ cents }) => cents !== 0)

/** `cents` were paid, of which the provider kept `feeCents`. */
export function paymentLines(cents: number, feeCents: number, vatPercent: number): LedgerLine[] {
  const vat = includedVat(cents, vatPercent)
  return dropZeros([
    { account: 'provider', cents: cents - feeCents },
    { account: 'fees', cents: feeCents },
    { account: 'revenue', cents: vat - cents },
    { account: 'vat', cents: -vat },
  ])
}

/** `cents` with `vat` in them went back to the payer; the provider keeps its fee. */
export function refundLines(cents: number, vat: number): LedgerLine[] {
  return dropZeros([
    { account: 'provider', cents: -cents },
    { account: 'revenue', cents: cents - vat },
    { account: 'vat', cents: vat },
  ])
}

/** No bank takes the same payment back more often. */
export const MOST_REVERSALS = 3

type Reversed = { paymentId: string; nth: number }
const reversalName = ({ paymentId, nth }: Reversed) => (nth > 1 ? `${paymentId}:${nth}` : paymentId)

/** Under what it is booked that the payer's bank took a payment back for the nth time. */
export const reversalReference = (reversed: Reversed): string =>
  `reversal:${reversalName(reversed)}`

/** Under what it is booked that this came again. */
export const reinstatementReference = (reversed: Reversed): string =>
  `reinstatement:${reversalName(reversed)}`

/** Everything under which a payment may have been taken back and come again. */
export const listReversalReferences = (paymentId: string): string[] =>
  Array.from({ length: MOST_REVERSALS }, (_, before) => ({ paymentId, nth: before + 1 })).flatMap(
    (reversed) => [reversalReference(reversed), reinstatementReference(reversed)],
  )
