import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { useClub } from '#web/text/club.ts'
import { useText } from '#web/text/Text.tsx'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
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

/**
 * The mark and the club's name, which the operator chooses. It leads members to the
 * rooms; on a public page `static/wayIn.ts` sees to that.
 */
function Wordmark() {
  const { t } = useText('shell')
  const { name } = useClub()
  return (
    <a href={paths.landing} data-home="" className={styles.wordmark} aria-label={t('home')}>
      <Lamp size={30} />
      <span>{name}</span>
    </a>
  )
}
