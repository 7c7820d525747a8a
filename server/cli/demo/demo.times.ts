import { berlinDay } from '#contract/day.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { DemoLine, DemoScene } from './demo.script.ts'

const MINUTE_MS = 60_000
const BERLIN_TIME = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time of day in Berlin, some calendar days before `now`. */
export function berlinTime(now: Date, daysAgo: number, time: string): Date {
  const day = new Date(Date.parse(berlinDay(now)) - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const summer = new Date(`${day}T${time}:00+02:00`)
  return BERLIN_TIME.format(summer) === time ? summer : new Date(`${day}T${time}:00+01:00`)
}

export const subtractMinutes = (now: Date, minutes: number): Date =>
  new Date(now.getTime() - minutes * MINUTE_MS)

/** A title is `13 19:40` (days ago, time in Berlin) or `34 min` (minutes ago). */
function findStart(title: string, now: Date): Date {
  const [amount, time = ''] = title.split(' ')
  return time === 'min'
    ? subtractMinutes(now, Number(amount))
    : berlinTime(now, Number(amount), time)
}

/** When each line of a scene was posted: people take a while to read, to think and to type. */
export function timeLines(scene: DemoScene, now: Date): (DemoLine & { at: Date })[] {
  let at = findStart(scene.title, now).getTime()
  return scene.lines.map((line, index) => {
    const typed = 25 + line.text.length * 0.7 + ((index * 37 + line.text.length * 13) % 60)
    if (index > 0) at += line.pauseMinutes ? line.pauseMinutes * MINUTE_MS : typed * 1000
    // the first second of a minute every time would look like a timetable
    else at += ((line.text.length * 17) % 60) * 1000
    return { ...line, at: new Date(Math.round(at)) }
  })
}
