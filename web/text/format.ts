import type { Tongue } from './language.ts'

export type When = Date | string | number

export const TAGS = { de: 'de-DE', en: 'en-GB' } as const

const made = new Map<string, Intl.DateTimeFormat>()

/** A way to write dates, made once: that takes a phone far longer than using it. */
export function dateFormat(
  tongue: Tongue,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = tongue + JSON.stringify(options)
  const format = made.get(key) ?? new Intl.DateTimeFormat(TAGS[tongue], options)
  made.set(key, format)
  return format
}

const DAY = {
  de: { day: '2-digit', month: '2-digit', year: 'numeric' },
  en: { day: 'numeric', month: 'long', year: 'numeric' },
} as const
const IS_DAY = /^\d{4}-\d\d-\d\d$/

/** A day without a time, `YYYY-MM-DD` and nothing else: that day, wherever it is read. */
export function formatDate(day: string, tongue: Tongue): string {
  if (!IS_DAY.test(day)) throw new RangeError(`${day} is no day`)
  return dateFormat(tongue, { ...DAY[tongue], timeZone: 'UTC' }).format(new Date(day))
}

/** The day of a moment, here. German days read TT.MM.JJJJ, English ones "21 November 2026". */
export const formatDay = (when: When, tongue: Tongue): string =>
  typeof when === 'string' && IS_DAY.test(when)
    ? formatDate(when, tongue)
    : dateFormat(tongue, DAY[tongue]).format(new Date(when))

/** The day of a moment by the reader's own clock, to be compared with others. */
export const toDay = (when: When): string => new Date(when).toDateString()

/** The day of a moment, without the year where it is that of `now`. */
export function formatShortDay(when: When, now: When, tongue: Tongue): string {
  const { year, ...short } = DAY[tongue]
  const isThisYear = toDay(when).slice(-4) === toDay(now).slice(-4)
  return dateFormat(tongue, isThisYear ? short : { ...short, year }).format(new Date(when))
}

/** The time of day, `21:05` in both languages. */
export function formatTime(when: When, tongue: Tongue): string {
  return dateFormat(tongue, { hour: '2-digit', minute: '2-digit' }).format(new Date(when))
}

/** The day with its time, for instance of a post. */
export function formatMoment(when: When, tongue: Tongue): string {
  return `${formatDay(when, tongue)}, ${formatTime(when, tongue)}`
}

/** The same in full, with the day of the week. */
export const wholeMoment = (when: When, tongue: Tongue): string =>
  dateFormat(tongue, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(when))
