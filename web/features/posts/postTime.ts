import { dateFormat, formatShortDay, formatTime, toDay } from '#web/text/format.ts'
import type { Tongue } from '#web/text/language.ts'

/** When a post was written, in as few signs as say it: the time alone on the day that is `today`. */
export const postTime = (when: string, today: string, tongue: Tongue): string =>
  toDay(when) === today
    ? formatTime(when, tongue)
    : dateFormat(tongue, {
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
  if (toDay(when) === toDay(above ?? now)) return null
  return toDay(when) === toDay(Date.parse(toDay(now)) - 1)
    ? 'yesterday'
    : formatShortDay(when, now, tongue)
}

/** Which words say when somebody was here last, and what goes into them. */
export function sinceWhen(when: string | null, now: Date, tongue: Tongue) {
  if (!when) return { k: 'since_last', values: {} } as const
  const day = dayBegun(when, undefined, now, tongue)
  const time = formatTime(when, tongue)
  if (day === null) return { k: 'since_today', values: { time } } as const
  return day === 'yesterday'
    ? ({ k: 'since_yesterday', values: { time } } as const)
    : ({ k: 'since_day', values: { time, day } } as const)
}

/** A moment within the next minutes, to the second. */
export const clockTime = (when: number, tongue: Tongue): string =>
  dateFormat(tongue, { timeStyle: 'medium', hour12: false }).format(when)
