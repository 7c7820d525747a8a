import { paths } from '#web/paths.ts'
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

/** What must be found from everywhere, in two quiet rows. */
export function Footer() {
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
    <footer className={styles.footer}>
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
      <p>
        <Text ns="shell" k="adults" />
      </p>
    </footer>
  )
}
