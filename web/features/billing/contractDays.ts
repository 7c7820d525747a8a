import { dateFormat } from '#web/text/format.ts'
import type { Tongue } from '#web/text/language.ts'

/** A day of a contract is a day of Berlin, wherever the device is. */
export function contractDay(when: string, tongue: Tongue): string {
  const month = tongue === 'de' ? '2-digit' : 'long'
  const day = tongue === 'de' ? '2-digit' : 'numeric'
  return dateFormat(tongue, { day, month, year: 'numeric', timeZone: 'Europe/Berlin' }).format(
    new Date(when),
  )
}

/** The last day of a period given by its end, which may be the midnight that follows. */
export const lastDay = (end: string, tongue: Tongue): string =>
  contractDay(new Date(Date.parse(end) - 1).toISOString(), tongue)
