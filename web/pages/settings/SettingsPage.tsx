// The start of the settings: subscription, cookies, copy of one's data, legal texts, deletion and log-out.
import type { ReactNode } from 'react'
import { Navigate, useLocation, Link } from 'react-router'
import { legalPages } from '#contract/pages.ts'
import { ExportPart } from '#web/features/privacy/own-data/ExportPart.tsx'
import { paths } from '#web/paths.ts'
import { reopenQuestion } from '#web/platform/cookies/asking.ts'
import { useHeldChoice } from '#web/platform/cookies/useHeldChoice.ts'
import { useMember } from '#web/platform/session/session.ts'
import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { formatDay } from '#web/text/format.ts'
import { useLocale } from '#web/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DangerCard } from './DangerCard.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { cards, findMoved, type CardId } from './settingsPlaces.ts'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import styles from './SettingsPage.module.css'

/** The six cards of the specification (section 2), and the ways to everything else. */
export function SettingsPage() {
  const moved = findMoved(useLocation().hash)
  if (moved) return <Navigate to={moved} replace />
  return (
    <SettingsFrame>
      {(isSought) => (
        <div className={`stack-3 ${styles.cards}`}>
          {cards.map((id) => (
            // put out of sight only: what was begun in one goes on
            <div key={id} hidden={!isSought(id)}>
              {CARDS[id]}
            </div>
          ))}
        </div>
      )}
    </SettingsFrame>
  )
}

function CookieCard() {
  const locale = useLocale()
  return (
    <Card titleId="cookies" title={<Text ns="settings" k="cookies" />}>
      <p className="small">
        <Held />
      </p>
      <Text as="p" className={`soft ${styles.notice}`} ns="settings" k="cookies_text" />
      <Button look="quiet" size="s" className={styles.act} onClick={() => reopenQuestion(locale)}>
        <Text ns="settings" k="cookies_button" />
      </Button>
    </Card>
  )
}

/** What was chosen on this device. */
function Held() {
  const tongue = useScreenTongue()
  const held = useHeldChoice()
  if (!held) return <Text ns="consent" k="cookies_none" />
  const { analytics, marketing, timestamp } = held
  const k = analytics
    ? marketing
      ? 'cookies_all'
      : 'cookies_analytics'
    : marketing
      ? 'cookies_marketing'
      : 'cookies_necessary'
  return <Text ns="consent" k={k} values={{ day: formatDay(timestamp, tongue) }} />
}

const PrivacyCard = () => (
  <Card titleId="privacy" title={<Text ns="settings" k="privacy" />}>
    <Text as="p" className={`soft ${styles.notice}`} ns="settings" k="gdpr" />
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

const LegalCard = () => (
  <Card titleId="legal" title={<Text ns="settings" k="legal" />}>
    <ul className={styles.links}>
      {legalPages.map((page) => (
        <li key={page}>
          <Link to={paths.legal(page)} reloadDocument>
            <Text ns="settings" k={`legal_${page}`} />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)

function LogOutCard() {
  const { username } = useMember()
  return (
    <Card titleId="log-out" title={<Text ns="settings" k="log_out" />}>
      <Text as="p" className="small" ns="settings" k="log_out_text" values={{ username }} />
      <div>
        <LogOutButton size="s" />
      </div>
    </Card>
  )
}

const CARDS: Record<CardId, ReactNode> = {
  subscription: <SubscriptionCard />,
  cookies: <CookieCard />,
  privacy: <PrivacyCard />,
  legal: <LegalCard />,
  danger: <DangerCard />,
  'log-out': <LogOutCard />,
}
