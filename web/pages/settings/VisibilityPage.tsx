import { DiscretionCard } from '#web/features/accounts/settings/DiscretionCard.tsx'
import { HideCard } from '#web/features/content-rules/HideCard.tsx'
import { AvoidedCard } from '#web/features/members/blocks/AvoidedCard.tsx'
import { BlocksCard } from '#web/features/members/blocks/BlocksCard.tsx'
import { PresenceCard } from '#web/features/rooms/presence/PresenceCard.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { SettingsFrame } from './SettingsFrame.tsx'
import styles from './SettingsPage.module.css'

/** Who sees what of one, here and over one's shoulder. */
export function VisibilityPage() {
  const { suspension } = useMember()
  return (
    <SettingsFrame part="visibility">
      <div className={`stack-3 ${styles.pairs}`}>
        {!suspension && <PresenceCard />}
        <HideCard />
        {!suspension && <BlocksCard />}
        {!suspension && <AvoidedCard />}
        <DiscretionCard />
      </div>
    </SettingsFrame>
  )
}
