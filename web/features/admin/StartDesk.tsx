// What waits for staff and where, the most urgent first; what does not wait is only named.
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getStart, type Waits } from '#contract/admin/admin.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Cell, Table } from '#web/ui/Table.tsx'
import styles from './start.module.css'

const WAYS: Record<Waits, string> = {
  reports: paths.adminReports,
  verifications: `${paths.adminVerifications}?filter=queue`,
  line: paths.adminDoor,
  messages: paths.adminContact,
  requests: paths.adminRequests,
  declarations: `${paths.adminMoney}?part=declarations`,
  roles: paths.adminMembers,
  retention: paths.adminRetention,
}

const COLUMNS = (['what', 'how_many', 'since', 'due'] as const).map((key) => ({
  key,
  words: <Text ns="house" k={key} />,
  isNumber: key === 'how_many',
}))

type Line = AnswerOf<typeof getStart>['waits'][number]

export function StartDesk() {
  const list = useQuery({ ...query(getStart, {}), staleTime: 0 })
  return (
    <QueryView query={list} failed={<Text ns="house" k="failed" />}>
      {({ waits, needsSecondAdmin }) => {
        const waiting = waits.filter(({ count }) => count > 0).toSorted(byUrgency)
        const rest = waits.filter(({ count }) => count === 0)
        return (
          <>
            {needsSecondAdmin && <SecondAdmin />}
            {waiting.length > 0 ? (
              <Waiting lines={waiting} />
            ) : (
              <EmptyState title={<Text ns="house" k="nothing_waits" />} />
            )}
            {rest.length > 0 && <Rest kinds={rest.map(({ kind }) => kind)} />}
          </>
        )
      }}
    </QueryView>
  )
}

/** Late first, then what is due first, then what waits longest. */
function byUrgency(one: Line, other: Line): number {
  const rank = ({ overdue, due, oldest }: Line) => [
    overdue > 0 ? 0 : 1,
    due ? Date.parse(due) : Infinity,
    oldest ? Date.parse(oldest) : Infinity,
  ]
  const others = rank(other)
  const [first] = rank(one)
    .map((rank, index) => (rank === others[index] ? 0 : rank - others[index]!))
    .filter((difference) => difference !== 0)
  return first ?? 0
}

function Waiting({ lines }: { lines: readonly Line[] }) {
  const { t } = useText('house')
  const tongue = useScreenTongue()
  const now = useNow().getTime()
  return (
    <Table isLean columns={COLUMNS} className={styles.table} aria-label={t('start_title')}>
      {lines.map(({ kind, count, oldest, due, overdue }) => (
        <tr key={kind}>
          <th scope="row">
            <Link to={WAYS[kind]} className={styles.way}>
              <Text ns="house" k={`waits_${kind}`} />
            </Link>
          </th>
          <Cell label={t('how_many')} isNumber className={styles.count}>
            {count}
          </Cell>
          <Cell label={t('since')} className={styles.since}>
            {oldest && (
              <time dateTime={oldest} title={formatMoment(oldest, tongue)}>
                <Time ms={now - Date.parse(oldest)} k="due_over" />
              </time>
            )}
          </Cell>
          <td data-late={overdue > 0 || undefined} className={styles.due}>
            {overdue > 0 ? (
              <Text ns="house" k="overdue" values={{ count: overdue }} />
            ) : (
              due && (
                <time dateTime={due} title={formatMoment(due, tongue)}>
                  <Time ms={Date.parse(due) - now} k="due_in" />
                </time>
              )
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** In hours up to two days, as what is promised counts them; the last of them in minutes. */
function Time({ ms, k }: { ms: number; k: 'due_over' | 'due_in' }) {
  const { t } = useText('house')
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  const time =
    hours < 1
      ? t('minutes', { count: minutes })
      : hours < 48
        ? t('hours', { count: hours })
        : t('days', { count: Math.floor(hours / 24) })
  return <Text ns="house" k={k} values={{ time }} />
}

const Rest = ({ kinds }: { kinds: readonly Waits[] }) => (
  <p className={`soft small ${styles.rest}`}>
    <Text ns="house" k="nothing_else" />{' '}
    {kinds.map((kind, index) => (
      <span key={kind}>
        {index > 0 && ' · '}
        <Link to={WAYS[kind]}>
          <Text ns="house" k={`waits_${kind}`} />
        </Link>
      </span>
    ))}
  </p>
)

/** Said where the day begins, and at `doctor`. */
const SecondAdmin = () => (
  <Notice announced={false} title={<Text ns="house" k="second_admin" />}>
    <Text as="p" ns="house" k="second_admin_text" />
  </Notice>
)
