import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './Footer.module.css'

const LINKS = [
  ['terms', 'terms'],
  ['privacy', 'privacy'],
  ['impressum', 'imprint'],
  ['cookies', 'cookies'],
] as const

export function Footer() {
  const { t, langAttribute } = useText('shell')
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('footer')} lang={langAttribute('footer')}>
        <ul>
          {LINKS.map(([page, words]) => (
            <li key={page}>
              <a href={paths.legal(page)} lang={langAttribute(words)}>
                {t(words)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <Text ns="shell" k="adults" />
      </p>
    </footer>
  )
}
