let berlin: Intl.DateTimeFormat | undefined

/** The calendar day in Europe/Berlin, `YYYY-MM-DD`. */
export function berlinDay(now: Date): string {
  // made when first asked: it takes a phone longer than everything else the contract does
  berlin ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/Berlin',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return berlin.format(now)
}
