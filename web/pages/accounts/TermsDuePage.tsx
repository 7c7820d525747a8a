// An overdue member reads what changed in the terms, and accepts them, logs out or goes to their settings.
import { Fragment } from 'react'
import { Link } from 'react-router'
import { changedVersions, termsChanges } from '#contract/consent/termsChanges.ts'
import { useGiveConsent } from '#web/features/consent/useConsents.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** What a member sees once when the terms have a new version, in place of where they were going. */
export function TermsDuePage() {
  return (
    <Page title={{ ns: 'consent', k: 'renewal_title' }}>
      <Renewal />
    </Page>
  )
}

function Renewal() {
  const { termsDue, termsBefore } = useMember()
  const version = termsDue ?? ''
  const language = useScreenTongue()
  const consent = useGiveConsent(() => {})
  const accept = () => consent.mutate({ document: 'terms', version, language, method: 'button' })
  return (
    <>
      <div className="stack-2">
        <Text as="h1" ns="consent" k="renewal_title" />
        <Text as="p" className="soft" ns="consent" k="renewal_lead" values={{ version }} />
      </div>
      <Card tone="lamp" titleId="changes" title={<Text ns="consent" k="renewal_changes" />}>
        <Changes versions={changedVersions(version, termsBefore)} />
        <DocumentLink to={paths.legal('terms')} className="at-start bold tall-link-2">
          <Text ns="consent" k="renewal_full" />
          <MemberIcon name="forward" size={18} />
        </DocumentLink>
      </Card>
      {consent.error && (
        <Notice tone="danger" title={<Text ns="toast" k="consent_failed" />}>
          <ErrorText failure={consent.error} />
        </Notice>
      )}
      <Button className="at-start" pending={consent.isPending} onClick={accept}>
        <Text ns="consent" k="renewal_accept" />
      </Button>
      <Text as="p" className="soft small" ns="consent" k="renewal_else" />
      <div className="row-3">
        <LogOutButton />
        <Button look="plain" render={<Link to={paths.settings} />}>
          <Text ns="consent" k="renewal_settings" />
        </Button>
      </div>
    </>
  )
}

function Changes({ versions }: { versions: readonly string[] }) {
  const language = useScreenTongue()
  const isHeaded = versions.length > 1
  if (versions.length === 0) return <Text as="p" ns="consent" k="renewal_unknown" />
  return versions.map((version) => (
    <Fragment key={version}>
      {isHeaded && (
        <h3 id={`changes-${version}`}>
          <Text ns="consent" k="renewal_version" values={{ version }} />
        </h3>
      )}
      <ul className="points" aria-labelledby={isHeaded ? `changes-${version}` : undefined}>
        {termsChanges[version]?.[language].map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Fragment>
  ))
}
