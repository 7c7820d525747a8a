import { Text } from '#web/text/Text.tsx'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { CallError } from '#web/platform/api/call.ts'
import { codes } from '#contract/errors.ts'

/** What came of taking an invitation back. */
export const Revoked = ({ isDone }: { isDone: boolean }) =>
  isDone ? (
    <Text ns="invitations" k="revoked" />
  ) : (
    <LateMessage>
      <Text ns="invitations" k="revoke_late" />
    </LateMessage>
  )

/** Whether this took an invitation back; false where somebody came by it first, or it ran out. */
export async function isRevoked(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof CallError && error.code === codes.notFound) return false
    throw error
  }
}
