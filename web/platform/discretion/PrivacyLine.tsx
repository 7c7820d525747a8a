import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'

/** By every form that takes personal data (Art. 13 GDPR). `isBeside` opens it in a tab of its own, where leaving would lose something. */
export const PrivacyLine = ({ isBeside = false }) => (
  <p className="soft small">
    <Text ns="shell" k="privacy_line" />{' '}
    <a href={paths.legal('privacy')} {...(isBeside && { target: '_blank', rel: 'noopener' })}>
      <Text ns="shell" k="privacy_line_link" />
      {isBeside && (
        <span className="visually-hidden">
          {' ('}
          <Text ns="shell" k="new_tab" />)
        </span>
      )}
    </a>
    .
  </p>
)
