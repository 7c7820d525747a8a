import { formatShortDay, formatTime, TAGS, toDay, type When } from './format.ts'
import type { Tongue } from './language.ts'

/** A day as one would say it: today and yesterday by their words, and no year where it is this one. */
export function formatRecentDay(when: When, now: When, tongue: Tongue): string {
  const today = toDay(now)
  const ago = [today, toDay(Date.parse(today) - 1)].indexOf(toDay(when))
  return ago < 0
    ? formatShortDay(when, now, tongue)
    : new Intl.RelativeTimeFormat(TAGS[tongue], { numeric: 'auto' }).format(-ago, 'day')
}

/** When something was said or done. What has to stand as a record is written by `formatMoment`. */
export const formatRecent = (when: When, now: When, tongue: Tongue): string =>
  `${formatRecentDay(when, now, tongue)}, ${formatTime(when, tongue)}`
