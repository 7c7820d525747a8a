import type { MailLanguage } from './words.ts'

/** How days, hours and sums are written in each language. */
export const TAGS = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<MailLanguage, string>

const DAY = {
  de: { day: '2-digit', month: '2-digit', year: 'numeric' },
  en: { day: 'numeric', month: 'long', year: 'numeric' },
} as const

/** `2026-12-05` in words of ours; in English with the month's name, where by numbers alone it is May to some. */
export const formatDay = (day: string, language: MailLanguage): string =>
  new Intl.DateTimeFormat(TAGS[language], { ...DAY[language], timeZone: 'UTC' }).format(
    new Date(day),
  )

export const formatEuros = (cents: number, language: MailLanguage): string =>
  new Intl.NumberFormat(TAGS[language], { style: 'currency', currency: 'EUR' }).format(cents / 100)
