import { termsChanges } from '#contract/termsChanges.ts'
import { useGiveConsent } from '#web/features/consent/useConsents.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { LogOutButton } from '#web/platform/LogOutButton.tsx'
import { useMember } from '#web/platform/session.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MemberIcon } from '#web/ui/MemberIcon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './TermsDuePage.module.css'

/** What a member sees once when the terms have a new version, in place of where they were going. */
export function TermsDuePage() {
  return (
    <Page title={{ ns: 'consent', k: 'renewal_title' }}>
      <Renewal />
    </Page>
  )
}

function Renewal() {
  const { termsDue } = useMember()
  const version = termsDue ?? ''
  const language = useScreenTongue()
  const consent = useGiveConsent(() => {})
  const accept = () => consent.mutate({ document: 'terms', version, language, method: 'button' })
  return (
    <>
      <div className={styles.head}>
        <h1>
          <Text ns="consent" k="renewal_title" />
        </h1>
        <p className={styles.lead}>
          <Text ns="consent" k="renewal_lead" values={{ version }} />
        </p>
      </div>
      <Card tone="lamp" titleId="changes" title={<Text ns="consent" k="renewal_changes" />}>
        <Changes version={version} />
        <DocumentLink to={paths.legal('terms')} className={styles.full}>
          <Text ns="consent" k="renewal_full" />
          <MemberIcon name="forward" size={18} />
        </DocumentLink>
      </Card>
      {consent.error && (
        <Notice tone="danger" title={<Text ns="toast" k="consent_failed" />}>
          <ErrorText failure={consent.error} />
        </Notice>
      )}
      <Button className={styles.accept} pending={consent.isPending} onClick={accept}>
        <Text ns="consent" k="renewal_accept" />
      </Button>
      <p className={styles.soft}>
        <Text ns="consent" k="renewal_else" />
      </p>
      <div className={styles.ways}>
        <LogOutButton />
        <Button look="plain" render={<Link to={paths.settings} />}>
          <Text ns="consent" k="renewal_settings" />
        </Button>
      </div>
    </>
  )
}

function Changes({ version }: { version: string }) {
  const changes = termsChanges[version]?.[useScreenTongue()]
  if (!changes)
    return (
      <p>
        <Text ns="consent" k="renewal_unknown" />
      </p>
    )
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}
