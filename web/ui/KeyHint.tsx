import type { ReactNode } from 'react'
import styles from './KeyHint.module.css'

/** Shows a keyboard shortcut beside a button. Screen readers announce it as the button's shortcut instead. */
export const KeyHint = ({ children }: { children: ReactNode }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
)
