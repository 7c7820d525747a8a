import { ExportSection } from '#web/features/mine/ExportSection.tsx'
import { RequestsSection } from '#web/features/mine/RequestsSection.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'

export const PrivacyCard = () => (
  <Card titleId="privacy" title={<Text ns="settings" k="privacy" />}>
    <p>
      <Text ns="settings" k="gdpr" />
    </p>
    <ExportSection />
    <RequestsSection />
  </Card>
)
