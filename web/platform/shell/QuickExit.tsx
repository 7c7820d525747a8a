import { useText } from '#web/text/useText.ts'
import { MemberIcon } from '#web/ui/MemberIcon.tsx'
import { leaveNow } from '../discretion.ts'
import styles from './Header.module.css'

/** Away from here, at once. */
export function QuickExit() {
  const { t, langAttribute } = useText('shell')
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={t('exit')}
      title={t('exit')}
      lang={langAttribute('exit')}
      onClick={leaveNow}
    >
      <MemberIcon name="leave" />
    </button>
  )
}
