import { Link } from 'react-router'
import { ExportPart } from '#web/features/privacy/own-data/ExportPart.tsx'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'

export const PrivacyCard = () => (
  <Card titleId="privacy" title={<Text ns="settings" k="privacy" />}>
    <p className={`soft ${styles.notice}`}>
      <Text ns="settings" k="gdpr" />
    </p>
    <ExportPart>
      <Link to={paths.settingsRecords} className="small">
        <Text ns="settings" k="records" />
      </Link>
      <Link to={paths.settingsVisibility} className="small">
        <Text ns="settings" k="visibility" />
      </Link>
    </ExportPart>
  </Card>
)
