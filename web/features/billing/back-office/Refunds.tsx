import { useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { retryRefund, type RefundLine } from '#contract/billing/backOffice.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { RefundTable } from './RefundTable.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { useRefresh, useRefunds } from './useMoney.ts'
import styles from './backOffice.module.css'

const FILTERS = ['open', 'all'] as const

/** What goes back to members, and whether it has arrived. */
export function Refunds({ tell }: { tell: (words: ReactNode) => void }) {
  const { t } = useText('money')
  const [search, setSearch] = useSearchParams()
  const filter = search.get('filter') === 'all' ? 'all' : 'open'
  const list = useRefunds(filter)
  const refresh = useRefresh()
  const { attempt, proof } = useAttempt()
  const [trying, setTrying] = useState<string | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)

  const place = useRef<HTMLElement>(null)

  const retry = async ({ id, number }: RefundLine, line: Element | null) => {
    if (trying) return
    const leave = (words: ReactNode) => {
      tell(words)
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
    <section ref={place} tabIndex={-1} className={styles.part} aria-labelledby="part">
      <h2 id="part">
        <Text ns="money" k="part_refunds" />
      </h2>
      <FilterBar
        label={t('filter')}
        choices={FILTERS.map((one) => ({
          filter: one,
          words: <Text ns="money" k={`filter_${one}`} />,
        }))}
        chosen={filter}
        onChoose={(chosen) =>
          setSearch(
            { part: 'refunds', ...(chosen === 'all' && { filter: chosen }) },
            { replace: true },
          )
        }
      />
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
    </section>
  )
}
