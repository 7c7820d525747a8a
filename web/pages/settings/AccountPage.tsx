import { SecurityCards } from '#web/features/accounts/settings/SecurityCards.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** How one gets in, and where one is. */
export const AccountPage = () => (
  <SettingsFrame part="account">
    <SecurityCards />
  </SettingsFrame>
)
