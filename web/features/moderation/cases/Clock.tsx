import { useNow } from '#web/platform/session/useNow.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './cases.module.css'

const HOUR = 60
const DAY = 24 * HOUR

/** How long there is still to decide, or since when it is late; it follows the club's clock. */
export function Clock({ dueAt }: { dueAt: string }) {
  const { t } = useText('moderation')
  const tongue = useScreenTongue()
  const left = Date.parse(dueAt) - useNow().getTime()
  const minutes = Math.floor(Math.abs(left) / 60_000)
  const time =
    minutes < HOUR
      ? t('minutes', { count: minutes })
      : minutes < 2 * DAY
        ? t('hours', { count: Math.floor(minutes / HOUR) })
        : t('days', { count: Math.floor(minutes / DAY) })
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
