import { berlinDay } from '#contract/day.ts'
import { formatDay } from '#server/text/days.ts'
import type { MailLanguage } from '#server/text/words.ts'

const TIME = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Day and time of the clock in Berlin, to the second. */
export const berlinStamp = (at: Date, language: MailLanguage): { day: string; time: string } => ({
  day: formatDay(berlinDay(at), language),
  time: TIME.format(at),
})

/** The wanted end, unless it is over by the time it is declared: then the earliest possible counts. */
export const wantedEnd = (endDate: string | null, receivedAt: Date): string | null =>
  endDate !== null && endDate > berlinDay(receivedAt) ? endDate : null
