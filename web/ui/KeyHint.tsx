import type { ReactNode } from 'react'
import styles from './KeyHint.module.css'

/** The key that does the same, beside what it does; whoever cannot see it hears it as a shortcut instead. */
export const KeyHint = ({ children }: { children: ReactNode }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
)
