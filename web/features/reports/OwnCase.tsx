import type { ReportTarget } from '#contract/reports.ts'
import { Failed } from '#web/platform/Failed.tsx'
import { useMember } from '#web/platform/session.ts'
import { useOpenCase } from '#web/platform/useOpenCase.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Staff need not report to themselves. */
export function OwnCase({ target }: { target: ReportTarget }) {
  const { isModerator } = useMember()
  const { open, isPending, failure } = useOpenCase()
  if (!isModerator) return null
  return (
    <>
      <Failed failure={failure} />
      <Button look="quiet" wide pending={isPending} onClick={() => open(target)}>
        <Text ns="reports" k="own_case" />
      </Button>
    </>
  )
}
