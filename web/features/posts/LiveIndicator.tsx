import { useLiveState } from '#web/platform/live.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './LiveIndicator.module.css'

/** Whether this screen hears the club. */
export function LiveIndicator() {
  const state = useLiveState()
  return (
    <p role="status" className={styles.indicator} data-state={state}>
      <span className={styles.light} aria-hidden="true" />
      <Text ns="posts" k={`line_${state}`} />
    </p>
  )
}
