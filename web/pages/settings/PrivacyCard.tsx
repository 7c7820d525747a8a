import { Link } from 'react-router'
import { ExportSection } from '#web/features/privacy/own-data/ExportSection.tsx'
import { RequestsSection } from '#web/features/privacy/own-data/RequestsSection.tsx'
import { PresenceSection } from '#web/features/rooms/presence/PresenceSection.tsx'
import { HideSection } from '#web/features/content-rules/HideSection.tsx'
import { Waiting } from '#web/features/verification/Waiting.tsx'
import { paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CardSection } from '#web/ui/CardSection.tsx'

export function PrivacyCard() {
  const { suspension } = useMember()
  return (
    <Card titleId="privacy" title={<Text ns="settings" k="privacy" />}>
      <p>
        <Text ns="settings" k="gdpr" />
      </p>
      {!suspension && <PresenceSection />}
      <HideSection />
      <Waiting isPart />
      <ExportSection />
      <RequestsSection />
      <SafetySection />
    </Card>
  )
}

/** What one reported, and what was decided about oneself. */
const SafetySection = () => (
  <CardSection titleId="safety-ways" title={<Text ns="settings" k="safety" />}>
    <p>
      <Link to={paths.reports}>
        <Text ns="settings" k="my_reports" />
      </Link>
    </p>
    <p>
      <Link to={paths.statements}>
        <Text ns="settings" k="my_statements" />
      </Link>
    </p>
  </CardSection>
)
