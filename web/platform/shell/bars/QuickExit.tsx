import { useText } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { leaveNow } from '#web/platform/discretion/discretion.ts'
import styles from './Header.module.css'

/** Away from here, at once. */
export function QuickExit() {
  const { t, langAttribute } = useText('shell')
  return (
    <button
      type="button"
      className={`icon-button ink-on-hover ${styles.theme}`}
      aria-label={t('exit')}
      title={t('exit')}
      lang={langAttribute('exit')}
      onClick={leaveNow}
    >
      <MemberIcon name="leave" />
    </button>
  )
}
