import { dateFormat, formatDay } from '#web/text/format.ts'
import type { Tongue } from '#web/text/language.ts'

const UNITS = [
  { unit: 'minute', ms: 60_000, upTo: 60 * 60_000 },
  { unit: 'hour', ms: 60 * 60_000, upTo: 24 * 60 * 60_000 },
  { unit: 'day', ms: 24 * 60 * 60_000, upTo: 7 * 24 * 60 * 60_000 },
] as const

/** Made once: that takes a phone longer than all the rest of a post. */
const words: Partial<Record<Tongue, Intl.RelativeTimeFormat>> = {}

/**
 * "5 minutes ago", up to a week; null after that, when the date says more. A device whose clock
 * runs behind sees "just now" (null unit), never the future.
 */
export function timeAgo(when: string, now: Date, tongue: Tongue): string | null {
  const age = now.getTime() - Date.parse(when)
  if (age < 60_000) return 'now'
  const step = UNITS.find(({ upTo }) => age < upTo)
  if (!step) return null
  words[tongue] ??= new Intl.RelativeTimeFormat(tongue, { numeric: 'always' })
  return words[tongue].format(-Math.floor(age / step.ms), step.unit)
}

/** The date and time of a post, short enough to stand on one line of a small phone. */
export const postMoment = (when: string, tongue: Tongue): string =>
  dateFormat(tongue, {
    day: tongue === 'de' ? '2-digit' : 'numeric',
    month: tongue === 'de' ? '2-digit' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(when))

/**
 * What a day begins with that is another than that of the post above it, or than today at the very
 * top; null where the day goes on. Days are those of the reader's own clock.
 */
export function dayBegun(
  when: string,
  above: string | undefined,
  now: Date,
  tongue: Tongue,
): 'yesterday' | (string & {}) | null {
  const dayOf = (moment: Date | string) => new Date(moment).toDateString()
  if (dayOf(when) === dayOf(above ?? now)) return null
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return dayOf(when) === dayOf(yesterday) ? 'yesterday' : formatDay(when, tongue)
}

/** A moment within the next minutes, to the second. */
export const clockTime = (when: number, tongue: Tongue): string =>
  dateFormat(tongue, { timeStyle: 'medium', hour12: false }).format(when)
