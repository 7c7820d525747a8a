import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import { useLocale } from '#web/text/i18n.ts'
import type { Tongue } from '#web/text/language.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { reopenQuestion } from '#web/platform/cookies/asking.ts'

/** In every footer, called as the banner calls it. On a public page the small script answers the click. */
export function CookieSettings() {
  const locale = useLocale()
  const screen = useScreenTongue()
  const words = (tongue: Tongue) => (
    <span lang={tongue === screen ? undefined : tongue}>{cookieBanner.recall[tongue]}</span>
  )
  return (
    <button type="button" data-cookie-settings="" onClick={() => reopenQuestion(locale)}>
      <span>
        {locale !== 'mul' ? (
          words(locale)
        ) : (
          <>
            {words('de')} / {words('en')}
          </>
        )}
      </span>
    </button>
  )
}
