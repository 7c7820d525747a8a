import { codes } from '#contract/errors.ts'
import type { OwnCaseTarget } from '#contract/moderation/cases.ts'
import { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useOpenCase } from '#web/platform/lists/useOpenCase.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** Staff need not report to themselves. */
export function OwnCase({ target }: { target: OwnCaseTarget }) {
  const { isModerator } = useMember()
  const { open, isPending, failure } = useOpenCase()
  useHold(isPending)
  if (!isModerator) return null
  return (
    <>
      {failure instanceof CallError && failure.code === codes.notFound ? (
        <Notice tone="danger">
          <Text ns="reports" k="target_gone" />
        </Notice>
      ) : (
        <ErrorNotice failure={failure} />
      )}
      <Button look="quiet" wide pending={isPending} onClick={() => open(target)}>
        <Text ns="reports" k="own_case" />
      </Button>
    </>
  )
}
