import type { Tongue } from '#web/text/language.ts'

const UNITS = [
  { unit: 'minute', ms: 60_000, upTo: 60 * 60_000 },
  { unit: 'hour', ms: 60 * 60_000, upTo: 24 * 60 * 60_000 },
  { unit: 'day', ms: 24 * 60 * 60_000, upTo: 7 * 24 * 60 * 60_000 },
] as const

/**
 * "5 minutes ago", up to a week; null after that, when the date says more. A device whose clock
 * runs behind sees "just now" (null unit), never the future.
 */
export function timeAgo(when: string, now: Date, tongue: Tongue): string | null {
  const age = now.getTime() - Date.parse(when)
  if (age < 60_000) return 'now'
  const step = UNITS.find(({ upTo }) => age < upTo)
  if (!step) return null
  const words = new Intl.RelativeTimeFormat(tongue, { numeric: 'always' })
  return words.format(-Math.floor(age / step.ms), step.unit)
}

/** A moment within the next minutes, to the second. */
export const clockTime = (when: number, tongue: Tongue): string =>
  new Intl.DateTimeFormat(tongue, { timeStyle: 'medium', hour12: false }).format(when)
