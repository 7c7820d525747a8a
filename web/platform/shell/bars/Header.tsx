import type { ReactNode } from 'react'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'
import styles from './Header.module.css'

/** On every screen outside of the frame of members. What comes first in it are its `children`. */
export const Header = ({ children }: { children: ReactNode }) => (
  <header className={`toolbar screen-only ${styles.header}`}>
    {children}
    <Wordmark />
    <div className={styles.preferences}>
      <LanguageSwitch />
      <ThemeSwitch />
    </div>
  </header>
)
