import { useNow } from '#web/platform/session/useNow.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import styles from './list.module.css'

const HOUR = 60
const DAY = 24 * HOUR

/** How long there is still to decide, or since when it is late; it follows the club's clock. */
export function Clock({ dueAt }: { dueAt: string }) {
  const tongue = useScreenTongue()
  const left = Date.parse(dueAt) - useNow().getTime()
  const time = useSpan(left)
  return (
    <time
      dateTime={dueAt}
      title={formatMoment(dueAt, tongue)}
      className={left < 0 ? styles.late : styles.due}
    >
      <Text ns="moderation" k={left < 0 ? 'overdue_by' : 'due_in'} values={{ time }} />
    </time>
  )
}

/** For how long a case has been there. */
export function Age({ openedAt }: { openedAt: string }) {
  const tongue = useScreenTongue()
  const time = useSpan(useNow().getTime() - Date.parse(openedAt))
  return (
    <time dateTime={openedAt} title={formatMoment(openedAt, tongue)}>
      <Text ns="moderation" k="age_of" values={{ time }} />
    </time>
  )
}

/** In hours up to two days, as what is promised counts them. */
function useSpan(ms: number): string {
  const { t } = useText('moderation')
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  if (minutes < HOUR) return t('minutes', { count: minutes })
  if (minutes < 2 * DAY) return t('hours', { count: Math.floor(minutes / HOUR) })
  return t('days', { count: Math.floor(minutes / DAY) })
}
