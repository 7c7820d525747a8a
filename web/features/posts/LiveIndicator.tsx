import { useLiveState } from '#web/platform/live/live.tsx'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './LiveIndicator.module.css'

/** Whether this screen receives live events. */
export function LiveIndicator() {
  const state = useLiveState()
  const { outgoing } = useOutbox()
  // a device that keeps nothing promises nothing
  const isUnstored = state === 'offline' && outgoing.some(({ isStored }) => !isStored)
  return (
    <p role="status" className={`align-center soft small ${styles.indicator}`} data-state={state}>
      <span className={styles.light} aria-hidden="true" />
      <span className={styles.words}>
        <Text ns="posts" k={isUnstored ? 'line_unkept' : `line_${state}`} />
      </span>
    </p>
  )
}
