import { formatDate } from '#web/text/format.ts'
import type { Tongue } from '#web/text/language.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Members are told 24 to 48 hours (spec section 1). */
const SOON_MS = 36 * HOUR
const LATE_MS = 48 * HOUR

type Wait = {
  unit: 'minutes' | 'hours' | 'days'
  number: number
  /** `soon` from 36 hours, `late` once the promise is broken. */
  mark: 'soon' | 'late' | null
}

/** How long somebody has been waiting, in hours up to four days, as the promise counts them. */
export function waitingTime(submittedAt: string, now: Date): Wait {
  const ms = Math.max(0, now.getTime() - Date.parse(submittedAt))
  const mark = ms >= LATE_MS ? 'late' : ms >= SOON_MS ? 'soon' : null
  if (ms < HOUR) return { unit: 'minutes', number: Math.floor(ms / MINUTE), mark }
  if (ms < 4 * DAY) return { unit: 'hours', number: Math.floor(ms / HOUR), mark }
  return { unit: 'days', number: Math.floor(ms / DAY), mark }
}

/** A day without a time stays that day, wherever it is read. */
export const formatBirthday = (birthdate: string, tongue: Tongue): string =>
  formatDate(birthdate, tongue)
