import { Text } from '#web/text/Text.tsx'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'

/** What came of taking an invitation back. */
export const Revoked = ({ isDone }: { isDone: boolean }) =>
  isDone ? (
    <Text ns="invitations" k="revoked" />
  ) : (
    <LateMessage>
      <Text ns="invitations" k="revoke_late" />
    </LateMessage>
  )
