import { Text } from '#web/text/Text.tsx'
import { Late } from '#web/ui/feedback/Told.tsx'

/** What came of taking an invitation back. */
export const Revoked = ({ isDone }: { isDone: boolean }) =>
  isDone ? (
    <Text ns="invitations" k="revoked" />
  ) : (
    <Late>
      <Text ns="invitations" k="revoke_late" />
    </Late>
  )
