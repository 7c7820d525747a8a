import { dateFormat, TAGS } from './format.ts'
import type { Tongue } from './language.ts'

/** A month given as `YYYY-MM`, with its year. */
export function formatMonth(month: string, tongue: Tongue): string {
  return dateFormat(tongue, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
}

export function formatNumber(value: number, tongue: Tongue): string {
  return new Intl.NumberFormat(TAGS[tongue]).format(value)
}

/** A part of a whole, from 0 to 1, as `42 %` that does not break, or `42%`. */
export const formatPercent = (part: number, tongue: Tongue): string =>
  new Intl.NumberFormat(TAGS[tongue], { style: 'percent' }).format(part)

/** Whole cents as `19,90 €` or `€19.90`. */
export function formatEuros(cents: number, tongue: Tongue): string {
  return new Intl.NumberFormat(TAGS[tongue], { style: 'currency', currency: 'EUR' }).format(
    cents / 100,
  )
}
