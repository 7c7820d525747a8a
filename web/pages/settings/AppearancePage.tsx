import { AppearanceCard } from '#web/features/accounts/settings/AppearanceCard.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

export const AppearancePage = () => (
  <SettingsFrame part="appearance">
    <AppearanceCard />
  </SettingsFrame>
)
