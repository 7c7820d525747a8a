import { legalLabels } from '#contract/billing/legalLabels.ts'
import { paths } from '#web/paths.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { CookieSettings } from './CookieSettings.tsx'
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
    <p>
      <Text ns="shell" k="adults" />
    </p>
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
