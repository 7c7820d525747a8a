// The footer: legal texts, cookie settings, contact, and the two ways out of a contract.
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import { paths } from '#web/paths.ts'
import { reopenQuestion } from '#web/platform/cookies/asking.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useLocale } from '#web/text/i18n.ts'
import type { Tongue } from '#web/text/language.ts'
import styles from './Footer.module.css'

const LEGAL = [
  [paths.legal('terms'), 'terms'],
  [paths.legal('privacy'), 'privacy'],
  [paths.legal('impressum'), 'imprint'],
  [paths.legal('cookies'), 'cookies'],
] as const

const CLUB = [
  [paths.rules, 'rules'],
  [paths.contact, 'contact'],
  [paths.notice, 'report'],
  [paths.accessibility, 'accessibility'],
] as const

/** Their words are the law's own, in its language; others read theirs beside them. */
const CONTRACTS = [
  [paths.cancellation, legalLabels.cancelHere, 'cancel_here'],
  [paths.withdrawal, legalLabels.withdrawHere, 'withdraw_here'],
] as const

/** What must be found from everywhere, in quiet rows. */
export const Footer = () => (
  <footer className={`screen-only ${styles.footer}`}>
    <FooterLinks />
    <ContractLinks />
    <Text as="p" ns="shell" k="adults" />
  </footer>
)

/** Of the law, and about the club. */
export function FooterLinks() {
  const { t, langAttribute } = useText('shell')
  const links = (all: typeof LEGAL | typeof CLUB) =>
    all.map(([to, words]) => (
      <li key={to}>
        <a href={to} lang={langAttribute(words)}>
          {t(words)}
        </a>
      </li>
    ))
  return (
    <>
      <nav aria-label={t('footer')} lang={langAttribute('footer')}>
        <ul>
          {links(LEGAL)}
          <li>
            <CookieSettings />
          </li>
        </ul>
      </nav>
      <nav aria-label={t('club')} lang={langAttribute('club')}>
        <ul>{links(CLUB)}</ul>
      </nav>
    </>
  )
}

/** The two ways out of a contract, in sight without a click (§§ 312k, 356a BGB). */
export function ContractLinks() {
  const { t, langAttribute } = useText('shell')
  const screen = useScreenTongue()
  return (
    <nav aria-label={t('contracts')} lang={langAttribute('contracts')} className={styles.contracts}>
      <ul>
        {CONTRACTS.map(([to, label, words]) => (
          <li key={to}>
            <a href={to} lang="de">
              {label}
            </a>
            {screen !== 'de' && <span>{t(words)}</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** In every footer, called as the banner calls it. On a public page the small script answers the click. */
function CookieSettings() {
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
