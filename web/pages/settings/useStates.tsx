import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore, type ReactNode } from 'react'
import { listSessions } from '#contract/accounts/security.ts'
import { listBlocks } from '#contract/members/blocks.ts'
import { getNotifications } from '#contract/notifications/notifications.ts'
import { query } from '#web/platform/api/call.ts'
import { useMember } from '#web/platform/session/session.ts'
import { currentTheme, onThemeChanged } from '#web/platform/shell/theme.ts'
import { Text } from '#web/text/Text.tsx'
import type { Part } from './settingsPlaces.ts'

/** How things stand behind each row, as far as it is known; a row says nothing rather than wait. */
export function useStates(): Partial<Record<Part, ReactNode>> {
  const { isHidden, suspension } = useMember()
  const mine = { enabled: !suspension, retry: false }
  const sessions = useQuery({ ...query(listSessions, {}), retry: false }).data?.sessions
  const blocks = useQuery({ ...query(listBlocks, {}), ...mine }).data?.blocks
  const notifications = useQuery({ ...query(getNotifications, {}), ...mine }).data
  const theme = useSyncExternalStore(onThemeChanged, currentTheme)
  const isPushed = notifications?.browsers.some(({ isCurrent }) => isCurrent)
  return {
    account: sessions && (
      <Text ns="settings" k="state_devices" values={{ count: sessions.length }} />
    ),
    notifications: notifications && (
      <Text
        ns="settings"
        k={
          isPushed ? 'state_push' : notifications.settings.hasDigest ? 'state_digest' : 'state_off'
        }
      />
    ),
    appearance: <Text ns="settings" k={`state_${theme}`} />,
    visibility: isHidden ? (
      <Text ns="settings" k="state_hidden" />
    ) : (
      blocks &&
      (blocks.length === 0 ? (
        <Text ns="settings" k="state_unblocked" />
      ) : (
        <Text ns="settings" k="state_blocked" values={{ count: blocks.length }} />
      ))
    ),
    records: <Text ns="settings" k="records_text" />,
    invitations: <Text ns="settings" k="invitations_text" />,
  }
}
