import { useText } from '#web/text/useText.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { chooseTheme, useTheme } from '../theme.ts'
import styles from './Header.module.css'

export function ThemeSwitch() {
  const { t, langAttribute } = useText('shell')
  const isDark = useTheme() === 'dark'
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={t('theme_dark')}
      aria-pressed={isDark}
      lang={langAttribute('theme_dark')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'moon' : 'sun'} />
    </button>
  )
}
