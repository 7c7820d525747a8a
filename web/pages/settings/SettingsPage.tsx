import type { ReactNode } from 'react'
import { NotificationsCard } from '#web/features/notifications/NotificationsCard.tsx'
import { ConsentsCard } from '#web/features/consent/ConsentsCard.tsx'
import { DocumentViewsCard } from '#web/features/privacy/own-data/DocumentViewsCard.tsx'
import { SentMailsCard } from '#web/features/privacy/own-data/SentMailsCard.tsx'
import { BlocksCard } from '#web/features/members/blocks/BlocksCard.tsx'
import { AppearanceCard } from '#web/features/accounts/settings/AppearanceCard.tsx'
import { SecurityCard } from '#web/features/accounts/settings/SecurityCard.tsx'
import { paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Contents, type ContentsEntry } from './Contents.tsx'
import { CookieCard } from './CookieCard.tsx'
import { DangerCard } from './DangerCard.tsx'
import { InvitationsCard } from './InvitationsCard.tsx'
import { LegalCard } from './LegalCard.tsx'
import { LogOutCard } from './LogOutCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import styles from './SettingsPage.module.css'

/** A card, under the id that its heading has. */
type Entry = ContentsEntry & { card: ReactNode }

/**
 * Subscription, Cookie settings, Privacy, Legal, Danger Zone, Log Out come in this order (spec
 * section 2); what the club has beyond them stands with what it belongs to.
 */
const groups: Entry[][] = [
  [
    {
      id: 'subscription',
      name: <Text ns="settings" k="subscription" />,
      card: <SubscriptionCard />,
    },
    { id: 'invitations', name: <Text ns="settings" k="invitations" />, card: <InvitationsCard /> },
  ],
  [
    { id: 'appearance', name: <Text ns="security" k="appearance" />, card: <AppearanceCard /> },
    { id: 'notifications', name: <Text ns="bell" k="card" />, card: <NotificationsCard /> },
    { id: 'cookies', name: <Text ns="settings" k="cookies" />, card: <CookieCard /> },
  ],
  [{ id: 'security', name: <Text ns="security" k="card" />, card: <SecurityCard /> }],
  [
    { id: 'privacy', name: <Text ns="settings" k="privacy" />, card: <PrivacyCard /> },
    { id: 'blocks', name: <Text ns="safety" k="card" />, card: <BlocksCard /> },
    { id: 'consents', name: <Text ns="consent" k="card" />, card: <ConsentsCard /> },
    { id: 'views', name: <Text ns="mine" k="views" />, card: <DocumentViewsCard /> },
    { id: 'mails', name: <Text ns="mine" k="mails" />, card: <SentMailsCard /> },
  ],
  [
    { id: 'legal', name: <Text ns="settings" k="legal" />, card: <LegalCard /> },
    { id: 'danger', name: <Text ns="settings" k="danger" />, card: <DangerCard /> },
    { id: 'log-out', name: <Text ns="settings" k="log_out" />, card: <LogOutCard /> },
  ],
]

/** What the club refuses the suspended, who find here what is always theirs. */
const CLOSED = ['invitations', 'notifications', 'blocks']

const openToSuspended = groups.map((group) => group.filter(({ id }) => !CLOSED.includes(id)))

export function SettingsPage() {
  const shown = useMember().suspension ? openToSuspended : groups
  const back = { to: paths.rooms, label: <Text ns="settings" k="back" /> }
  return (
    <Page title={{ ns: 'settings', k: 'title' }} back={back} width="wide">
      <div className={styles.settings}>
        <h1>
          <Text ns="settings" k="title" />
        </h1>
        <Contents groups={shown} />
        <div className={styles.groups}>
          {shown.map((group) => (
            <div key={group[0]?.id} className={styles.group}>
              {group.map(({ id, card }) => (
                <div key={id}>{card}</div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </Page>
  )
}
