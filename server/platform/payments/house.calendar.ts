const BERLIN = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The clock on the wall in Berlin, written as if it were UTC. */
function wallClockTime(at: Date): number {
  const part = Object.fromEntries(
    BERLIN.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + at.getUTCMilliseconds()
}

/** The same day and time of a later month in Berlin; a day that month does not have is its last. */
export function monthsLater(at: Date, months: number): Date {
  const wall = new Date(wallClockTime(at))
  const day = wall.getUTCDate()
  wall.setUTCDate(1)
  wall.setUTCMonth(wall.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  wall.setUTCDate(Math.min(day, lastDay))
  const offsetAt = (time: number) => wallClockTime(new Date(time)) - time
  const near = wall.getTime() - offsetAt(wall.getTime())
  return new Date(wall.getTime() - offsetAt(near))
}
