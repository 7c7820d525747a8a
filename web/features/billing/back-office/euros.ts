import { plainDigits } from '#contract/digits.ts'

/** What somebody typed as whole cents: `19,90`, `19.9` or `19`; null for anything else. */
export function parseCents(typed: string): number | null {
  const [, euros = '', cents = ''] =
    /^\s*€?\s*(\d{1,5})(?:[.,٫](\d{1,2}))?\s*€?\s*$/.exec(plainDigits(typed)) ?? []
  const whole = Number(euros) * 100 + Number(cents.padEnd(2, '0'))
  return euros && whole > 0 ? whole : null
}
