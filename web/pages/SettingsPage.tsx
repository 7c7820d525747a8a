import { ConsentsCard } from '#web/features/consent/ConsentsCard.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { CookieCard } from './settings/CookieCard.tsx'
import { ComingDialog } from './settings/ComingDialog.tsx'
import { DangerCard } from './settings/DangerCard.tsx'
import { LogOutCard } from './settings/LogOutCard.tsx'
import { SubscriptionCard } from './settings/SubscriptionCard.tsx'
import styles from './SettingsPage.module.css'

export function SettingsPage() {
  const back = { to: paths.rooms, label: <Text ns="settings" k="back" /> }
  return (
    <Page title={{ ns: 'settings', k: 'title' }} back={back}>
      <h1>
        <Text ns="settings" k="title" />
      </h1>
      <SubscriptionCard />
      <InvitationsCard />
      <CookieCard />
      <ConsentsCard />
      <PrivacyCard />
      <LegalCard />
      <DangerCard />
      <LogOutCard />
    </Page>
  )
}

function InvitationsCard() {
  return (
    <Card titleId="invitations" title={<Text ns="settings" k="invitations" />}>
      <p>
        <Text ns="settings" k="invitations_text" />
      </p>
      <Button look="quiet" className={styles.act} render={<Link to={paths.invitations} />}>
        <Text ns="settings" k="invitations_open" />
      </Button>
    </Card>
  )
}

function PrivacyCard() {
  return (
    <Card titleId="privacy" title={<Text ns="settings" k="privacy" />}>
      <p>
        <Text ns="settings" k="gdpr" />
      </p>
      <ComingDialog
        trigger={<Button look="quiet" className={styles.act} />}
        words="export"
        title="export_coming_title"
        text="export_coming"
      />
    </Card>
  )
}

const LEGAL = ['terms', 'privacy', 'impressum', 'cookies'] as const

function LegalCard() {
  return (
    <Card titleId="legal" title={<Text ns="settings" k="legal" />}>
      <ul className={styles.links}>
        {LEGAL.map((page) => (
          <li key={page}>
            <Link to={paths.legal(page)} reloadDocument>
              <Text ns="settings" k={`legal_${page}`} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
