import { useEffect, useState } from 'react'
import type { LiveState } from '#web/platform/connection.ts'
import { useLiveState } from '#web/platform/live.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './LiveIndicator.module.css'

/** Lines come and go every few minutes; a return sooner than this is nobody's business. */
const UNNOTICED_MS = 2_500

/** Whether this screen hears the club. Good news at once, bad news only when it lasts. */
export function LiveIndicator() {
  const state = useLiveState()
  const [shown, setShown] = useState<LiveState>(state)

  useEffect(() => {
    const patience = state === 'live' || !navigator.onLine ? 0 : UNNOTICED_MS
    const timer = setTimeout(() => setShown(state), patience)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <p role="status" className={styles.indicator} data-state={shown}>
      <span className={styles.light} aria-hidden="true" />
      <Text ns="posts" k={`line_${shown}`} />
    </p>
  )
}
