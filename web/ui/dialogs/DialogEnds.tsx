import type { ReactNode } from 'react'
import styles from './DialogEnds.module.css'

/** How a form in a dialog ends: what leaves everything as it is first, at the right; what acts last. */
export const DialogEnds = ({ children }: { children: ReactNode }) => (
  <div className={`row-3 ${styles.ends}`}>{children}</div>
)
