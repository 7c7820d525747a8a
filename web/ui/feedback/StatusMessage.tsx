import type { ReactNode } from 'react'
import styles from './StatusMessage.module.css'

type Props = { size?: 's' | 'm'; children: ReactNode }

/** What came of an act, read out as it comes. Stays where there is nothing to say, so that it is. */
export const StatusMessage = ({ size = 'm', children }: Props) => (
  <p role="status" className={styles.told} data-size={size}>
    {children}
  </p>
)

/** That it was too late for an act: told like the others, not in the colour of what was done. */
export const LateMessage = ({ children }: { children: ReactNode }) => (
  <span data-late="" className={styles.late}>
    {children}
  </span>
)
