import { use, type ReactNode } from 'react'
import { FrameParts } from '#web/platform/shell/frameParts.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'
import styles from './Header.module.css'

/** On every screen. What comes first in it are its `children`; `actions` are the screen's own ways on, such as to the profile. */
export function Header({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { bell, menu, exit } = use(FrameParts)
  return (
    <header className={styles.header}>
      {children}
      <Wordmark />
      <div className={styles.preferences}>
        {bell}
        <LanguageSwitch />
        <ThemeSwitch />
        {menu}
        {exit}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
