import { useRef, useState, type ReactNode } from 'react'
import { retryRefund, type RefundLine } from '#contract/billing/backOffice.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { FilteredPart, useFilter } from './FilteredPart.tsx'
import { RefundTable } from './RefundTable.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { useRefresh, useRefunds } from './useMoney.ts'

/** What goes back to members, and whether it has arrived. */
export function Refunds({ showStatus }: { showStatus: (words: ReactNode) => void }) {
  const filter = useFilter('open')
  const list = useRefunds(filter)
  const refresh = useRefresh()
  const { attempt, proof } = useAttempt()
  const [trying, setTrying] = useState<string | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)

  const place = useRef<HTMLElement>(null)

  const retry = async ({ id, number }: RefundLine, line: Element | null) => {
    if (trying) return
    const leave = (words: ReactNode) => {
      showStatus(words)
      // its button goes
      regainFocus(place.current, line)
    }
    setTrying(id)
    setFailure(null)
    try {
      if (await attempt(() => call(retryRefund, { params: { refundId: id } })))
        leave(<Text ns="money" k="retry_done" values={{ number }} />)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'already_decided')
        leave(
          <LateMessage>
            <Text ns="money" k="retry_gone" />
          </LateMessage>,
        )
      else setFailure(error)
    } finally {
      await refresh()
      setTrying(null)
    }
  }
  return (
    <FilteredPart
      part="refunds"
      heading={<Text ns="money" k="part_refunds" />}
      waiting="open"
      chosen={filter}
      place={place}
    >
      <ErrorNotice failure={failure} />
      <PagedList
        list={list}
        isPart
        failed={<Text ns="money" k="failed" />}
        empty={<EmptyState title={<Text ns="money" k={`empty_refunds_${filter}`} />} />}
      >
        {(lines) => (
          <RefundTable
            lines={lines}
            trying={trying}
            onRetry={(line, row) => void retry(line, row)}
          />
        )}
      </PagedList>
      {proof}
    </FilteredPart>
  )
}
