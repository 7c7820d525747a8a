import { Link, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { useScrollIntoView } from '#web/platform/lists/useScrollIntoView.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Declarations } from './Declarations.tsx'
import { Figures } from './Figures.tsx'
import { Refunds } from './Refunds.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { useDeclarations, useFigures } from './useMoney.ts'
import filters from '#web/platform/lists/lists.module.css'
import styles from './backOffice.module.css'

const PARTS = ['subscriptions', 'failing', 'refunds', 'declarations', 'figures'] as const
type Part = (typeof PARTS)[number]

/** One part of it at a time, each with an address of its own. */
export function MoneyDesk() {
  const { t } = useText('money')
  const [search] = useSearchParams()
  const part = PARTS.find((one) => one === search.get('part')) ?? 'subscriptions'
  const counts = useCounts()
  const row = useScrollIntoView(part)
  const [status, setStatus] = useStatusMessage()
  return (
    <div className="stack-5">
      <nav aria-label={t('parts')} className={styles.parts}>
        <ul ref={row}>
          {PARTS.map((one) => (
            <li key={one}>
              <Link
                className={`ink-on-hover tall-link-2 soft small bold ${filters.filter}`}
                to={one === 'subscriptions' ? paths.adminMoney : `${paths.adminMoney}?part=${one}`}
                aria-current={one === part ? 'page' : undefined}
                onClick={() => setStatus(null)}
              >
                <Text ns="money" k={`part_${one}`} />
                <Count number={counts[one]} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <StatusMessage>{status}</StatusMessage>
      {part === 'subscriptions' && <Subscriptions key="all" showStatus={setStatus} />}
      {part === 'failing' && <Subscriptions key="failing" isFailing showStatus={setStatus} />}
      {part === 'refunds' && <Refunds showStatus={setStatus} />}
      {part === 'declarations' && <Declarations showStatus={setStatus} />}
      {part === 'figures' && <Figures />}
    </div>
  )
}

/** What waits for somebody, by part. */
function useCounts(): Partial<Record<Part, number>> {
  const { data } = useFigures()
  const waiting = useDeclarations('waiting').pages.at(-1)?.waiting
  return {
    ...(data && { failing: data.failing, refunds: data.openRefunds }),
    ...(waiting !== undefined && { declarations: waiting }),
  }
}

const Count = ({ number = 0 }: { number?: number | undefined }) =>
  number > 0 && (
    <span className={`tiny tabular ${filters.count}`}>
      <span className="visually-hidden">, </span>
      {number}
    </span>
  )
