import { Link } from 'react-router'
import { ConsentsCard } from '#web/features/consent/ConsentsCard.tsx'
import {
  DocumentViewsCard,
  LooksCard,
  SentMailsCard,
} from '#web/features/privacy/own-data/LogCards.tsx'
import { RequestsCard } from '#web/features/privacy/own-data/RequestsCard.tsx'
import { Waiting } from '#web/features/verification/Waiting.tsx'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import styles from './SettingsPage.module.css'

/** What the club holds of somebody, and what it did with it. */
export const RecordsPage = () => (
  <SettingsFrame part="records">
    <div className={`stack-3 ${styles.pairs}`}>
      <ConsentsCard />
      <div className={`stack-3 ${styles.stack}`}>
        <Waiting />
        <DocumentViewsCard />
        <LooksCard />
        <SentMailsCard />
        <RequestsCard />
        <SafetyCard />
      </div>
    </div>
  </SettingsFrame>
)

/** What one reported, and what was decided about oneself. */
const SafetyCard = () => (
  <Card titleId="safety-ways" title={<Text ns="settings" k="safety" />}>
    <ul role="list" className={styles.links}>
      <li>
        <Link to={paths.reports}>
          <Text ns="settings" k="my_reports" />
        </Link>
      </li>
      <li>
        <Link to={paths.statements}>
          <Text ns="settings" k="my_statements" />
        </Link>
      </li>
    </ul>
  </Card>
)
