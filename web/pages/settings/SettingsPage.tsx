import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { CookieCard } from './CookieCard.tsx'
import { DangerCard } from './DangerCard.tsx'
import { LegalCard } from './LegalCard.tsx'
import { LogOutCard } from './LogOutCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { cards, findMoved, type CardId } from './settingsPlaces.ts'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import styles from './SettingsPage.module.css'

const CARDS: Record<CardId, ReactNode> = {
  subscription: <SubscriptionCard />,
  cookies: <CookieCard />,
  privacy: <PrivacyCard />,
  legal: <LegalCard />,
  danger: <DangerCard />,
  'log-out': <LogOutCard />,
}

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
