import { type ReactNode, Fragment, useState } from 'react'
import styles from './StatusMessage.module.css'

type Props = { size?: 's' | 'm'; children: ReactNode }

/** The result of an action, read out by screen readers. It stays in the page while empty, or they would miss the first one. */
export const StatusMessage = ({ size = 'm', children }: Props) => (
  <p role="status" className={`floats-empty ${styles.status}`} data-size={size}>
    {children}
  </p>
)

/** Says that an action came too late; not in the colour of success. */
export const LateMessage = ({ children }: { children: ReactNode }) => (
  <span data-late="" className={styles.late}>
    {children}
  </span>
)

/** The content of a `StatusMessage`, and how to set it. Setting the same words again has them read out again. */
export function useStatusMessage(): [status: ReactNode, setStatus: (words: ReactNode) => void] {
  const [last, setLast] = useState<{ words: ReactNode; times: number }>({ words: null, times: 0 })
  const status = <Fragment key={last.times}>{last.words}</Fragment>
  return [status, (words) => setLast(({ times }) => ({ words, times: times + 1 }))]
}
