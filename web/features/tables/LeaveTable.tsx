import { retention } from '#contract/privacy/retention.ts'
import type { Table } from '#contract/tables/tables.ts'
import { Text } from '#web/text/Text.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Button } from '#web/ui/Button.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { useLeaveTable } from './useActs.ts'
import { toastFailure } from '#web/platform/api/failureToast.tsx'

type Props = {
  table: Table
  k: Extract<Key<'tables'>, 'get_up' | 'rather_not' | 'stop_waiting'>
  onLeft: () => void
}

const DONE = { get_up: 'got_up', rather_not: 'refused', stop_waiting: 'waits_no_more' } as const

/** Away from a table, at once and without a question. */
export function LeaveTable({ table, k, onLeft }: Props) {
  const days = retention.tables.amount
  const rising = useLeaveTable(table, () => {
    addToast({
      title: <Text ns="tables" k={DONE[k]} />,
      description: k === 'get_up' && <Text ns="tables" k="got_up_text" values={{ days }} />,
      tone: 'success',
    })
    onLeft()
  })
  const rise = () =>
    rising.mutate(undefined, {
      onError: (failure) => toastFailure(<Text ns="tables" k="get_up_failed" />, failure),
    })
  return (
    <Button
      look="quiet"
      size="s"
      icon={<MemberIcon name="leave" size={18} />}
      pending={rising.isPending}
      onClick={rise}
    >
      <Text ns="tables" k={k} />
    </Button>
  )
}
