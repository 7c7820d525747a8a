import { useSyncExternalStore } from 'react'
import { useText } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { chooseTheme, currentTheme, onThemeChanged } from '#web/platform/shell/theme.ts'
import styles from './Header.module.css'

/** The style sheet picks the picture, so that it is right before any script runs. */
export function ThemeSwitch() {
  const { t, langAttribute } = useText('shell')
  const isDark = useSyncExternalStore(onThemeChanged, currentTheme, () => 'light') === 'dark'
  return (
    <button
      type="button"
      className={`icon-button ink-on-hover ${styles.theme}`}
      aria-label={t('theme_dark')}
      aria-pressed={isDark}
      lang={langAttribute('theme_dark')}
      data-theme-switch=""
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  )
}
