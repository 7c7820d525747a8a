import { NotificationsCard } from '#web/features/notifications/NotificationsCard.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

export const NotificationsPage = () => (
  <SettingsFrame part="notifications">
    <NotificationsCard />
  </SettingsFrame>
)
