import type { MouseEvent } from 'react'
import { pickLanguage } from '#web/platform/lists/pickLanguage.tsx'
import { currentLocale } from '#web/text/i18n.ts'
import { useText } from '#web/text/Text.tsx'
import styles from './Header.module.css'

/**
 * Each language in its own words; in the club's mixture neither is pressed. A form, because on a
 * public page without scripts the server takes the choice.
 */
export function LanguageSwitch() {
  const { t, langAttribute } = useText('shell')
  const locale = currentLocale()
  const choice = (language: 'de' | 'en', words: string) => (
    <button
      name="language"
      value={language}
      lang={language}
      aria-pressed={locale === language}
      onClick={(event: MouseEvent) => {
        event.preventDefault()
        void pickLanguage(language)
      }}
    >
      {words.slice(0, 2)}
      <span>{words.slice(2)}</span>
    </button>
  )
  return (
    <form method="get">
      <fieldset
        className={`align-center soft small ${styles.languages}`}
        aria-label={t('language')}
        lang={langAttribute('language')}
      >
        {choice('de', 'Deutsch')}
        <span aria-hidden="true">·</span>
        {choice('en', 'English')}
      </fieldset>
    </form>
  )
}
