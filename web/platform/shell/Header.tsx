import type { ReactNode } from 'react'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'
import styles from './Header.module.css'

/** On every screen. `actions` are the screen's own ways on, such as to the profile. */
export function Header({ actions }: { actions?: ReactNode }) {
  return (
    <header className={styles.header}>
      <Wordmark />
      <div className={styles.preferences}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
