import type { ReactNode } from 'react'
import styles from './KeyHint.module.css'

/** Shows a keyboard shortcut beside a control. Screen readers announce it as the control's shortcut instead. */
export const KeyHint = ({ children }: { children: ReactNode }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
)
