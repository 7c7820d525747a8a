import { pickLanguage } from '#web/platform/lists/pickLanguage.tsx'
import { useLocale } from '#web/text/i18n.ts'
import { useText } from '#web/text/useText.ts'
import styles from './signUp.module.css'

const TONGUES = [
  ['de', 'Deutsch'],
  ['en', 'English'],
] as const

/** Asked first, since nobody can agree to texts they cannot read. */
export function LanguageChoice() {
  const { t, langAttribute } = useText('signup')
  const locale = useLocale()
  return (
    <fieldset
      className={styles.languages}
      aria-label={t('signup_language')}
      lang={langAttribute('signup_language')}
    >
      {TONGUES.map(([tongue, name]) => (
        <label key={tongue} lang={tongue}>
          <input
            type="radio"
            name="tongue"
            checked={locale === tongue}
            onChange={() => void pickLanguage(tongue)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
