import { paths } from '#web/paths.ts'
import { useClub } from '#web/text/club.ts'
import { useText } from '#web/text/useText.ts'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import styles from './Header.module.css'

/**
 * The mark and the club's name, which the operator chooses. It leads members to the
 * rooms; on a public page `static/wayIn.ts` sees to that.
 */
export function Wordmark() {
  const { t } = useText('shell')
  const { name } = useClub()
  return (
    <a href={paths.landing} data-home="" className={styles.wordmark} aria-label={t('home')}>
      <Lamp size={30} />
      <span>{name}</span>
    </a>
  )
}
