import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import styles from './PrivacyLine.module.css'

/** Beside every form that takes personal data (Art. 13 GDPR). */
export const PrivacyLine = () => (
  <p className={styles.line}>
    <Text ns="shell" k="privacy_line" />{' '}
    <a href={paths.legal('privacy')}>
      <Text ns="shell" k="privacy_line_link" />
    </a>
    .
  </p>
)
