import { berlinDay } from '#contract/day.ts'
import type { RequestLine } from '#contract/privacy/dataRequests.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './rights.module.css'

const DAY_MS = 86_400_000

/** Whole days from one day to another, as the calendar in Berlin counts them. */
const countDays = (from: Date, to: Date): number =>
  (Date.parse(berlinDay(to)) - Date.parse(berlinDay(from))) / DAY_MS

/** Until when an answer is due, and how far that is off; the text follows the clock. */
export function DueDate({ request: { dueAt, closedAt, isUrgent } }: { request: RequestLine }) {
  const tongue = useScreenTongue()
  const now = useNow()
  if (closedAt)
    return (
      <time dateTime={closedAt}>
        <Text ns="rights" k="closed_on" values={{ day: formatDay(closedAt, tongue) }} />
      </time>
    )
  const left = countDays(now, new Date(dueAt))
  const day = formatDay(dueAt, tongue)
  return (
    <time dateTime={dueAt} className={isUrgent || left < 0 ? styles.late : styles.due}>
      {left > 0 && <Text ns="rights" k="due_left" values={{ day, count: left }} />}
      {left === 0 && <Text ns="rights" k="due_today" values={{ day }} />}
      {left < 0 && <Text ns="rights" k="due_past" values={{ day, count: -left }} />}
    </time>
  )
}
