// A table of two: its talk, or who still has to sit down at it; beside it, where there is room, one's others.
import { useNavigate, useParams } from 'react-router'
import { retention } from '#contract/privacy/retention.ts'
import type { Table } from '#contract/tables/tables.ts'
import { ConversationSkeleton } from '#web/features/posts/ConversationSkeleton.tsx'
import { LeaveTable } from '#web/features/tables/LeaveTable.tsx'
import { SitDown } from '#web/features/tables/SitDown.tsx'
import { TableList } from '#web/features/tables/TableList.tsx'
import { useTables } from '#web/features/tables/useTables.ts'
import { paths } from '#web/paths.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TableTalk } from './TableTalk.tsx'
import { TableHead } from './TableHead.tsx'
import { RoomsLink } from './RoomsLink.tsx'
import styles from './TablePage.module.css'
import room from '#web/pages/members/rooms/RoomPage.module.css'

/** A table for two; where there is room for it, one's others beside it. */
export function TablePage() {
  const { id = '' } = useParams()
  const { t } = useText('tables')
  const result = useTables()
  const navigate = useNavigate()
  const isHere = useStillHere(id)
  // whoever went on to another table or screen meanwhile stays there
  const leave = () => {
    if (isHere()) void navigate(paths.tables, { replace: true })
  }
  const table = result.data?.tables.find((one) => one.id === id)
  const title = table && (table.other?.username ?? t('somebody'))
  return (
    <Page
      title={title ?? { ns: 'tables', k: 'table' }}
      back={{ to: paths.tables, label: <Text ns="tables" k="back" /> }}
      {...((table || !result.data) && { head: 'own' })}
      side={
        <aside aria-label={t('title')} className={`stack-4 ${styles.side}`}>
          <TableList current={id} begin={<RoomsLink />} />
        </aside>
      }
    >
      <QueryView
        query={result}
        failed={<Text ns="tables" k="failed" />}
        waiting={
          <div role="group" aria-busy="true" aria-label={t('loading')} className={room.room}>
            <Text as="h1" className="visually-hidden" ns="tables" k="loading" />
            <ConversationSkeleton />
          </div>
        }
      >
        {() => (table ? <Found key={id} table={table} onGone={leave} /> : <Gone />)}
      </QueryView>
    </Page>
  )
}

const Found = ({ table, onGone }: { table: Table; onGone: () => void }) => (
  <div className={room.room}>
    <TableHead table={table} onGone={onGone} />
    {table.state === 'waiting' || table.state === 'asked' ? (
      <TableWaiting table={table} onGone={onGone} />
    ) : (
      <TableTalk table={table} onGone={onGone} />
    )}
  </div>
)

const Gone = () => (
  <>
    <Text as="h1" className="visually-hidden" ns="tables" k="table" />
    <EmptyState title={<Text ns="tables" k="gone" />} actions={<RoomsLink />}>
      <Text ns="tables" k="gone_text" />
    </EmptyState>
  </>
)

/** A table at which one of the two does not sit yet. */
function TableWaiting({ table, onGone }: { table: Table; onGone: () => void }) {
  const { t } = useText('tables')
  const { other, state } = table
  const values = {
    username: other?.username ?? t('somebody'),
    days: retention.tableWaits.amount,
  }
  const isAsked = state === 'asked'
  return (
    <div className={`stack-3 ${styles.waiting}`}>
      <Text as="h2" ns="tables" k={isAsked ? 'asked' : 'waiting'} values={values} />
      <Text as="p" ns="tables" k={isAsked ? 'asked_text' : 'waiting_text'} values={values} />
      <div className="row-2">
        {isAsked && other && <SitDown member={other} look="primary" />}
        <LeaveTable table={table} k={isAsked ? 'rather_not' : 'stop_waiting'} onLeft={onGone} />
      </div>
    </div>
  )
}
