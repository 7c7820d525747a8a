// The list of cases beside the one that a moderator reads: the open ones, or the decided ones.
import type { ListedCase } from '#contract/moderation/cases.ts'
import { Link, useSearchParams } from 'react-router'
import { useCases } from '#web/features/moderation/cases/useDesk.ts'
import { paths } from '#web/paths.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { Clock } from './Clock.tsx'
import { caseAddress, ReportedWords, useReasons, CaseOrigin } from './listedCase.tsx'
import styles from './list.module.css'

/** At a desk, the others beside the one that is read, in the order in which they wait. */
export function CasesBeside({ current }: { current: string }) {
  const { t, langAttribute } = useText('moderation')
  const [search] = useSearchParams()
  const shown = search.get('show') === 'decided' ? 'decided' : 'open'
  const list = useCases(shown)
  return (
    <nav className={styles.beside} aria-label={t('cases')} lang={langAttribute('cases')}>
      <Link
        to={paths.adminReports + (shown === 'decided' ? '?show=decided' : '')}
        className={`soft small at-start ink-on-hover tall-link-2 ${styles.back}`}
      >
        <Icon name="back" />
        <Text ns="moderation" k="back" />
      </Link>
      <div>
        <PagedList
          list={list}
          failed={<Text ns="moderation" k="failed" />}
          empty={
            <p className={`soft small ${styles.sealed}`}>
              <Text ns="moderation" k={`none_${shown}`} />
            </p>
          }
        >
          {(lines) => (
            <ol>
              {lines.map((line) => (
                <li key={line.id}>
                  <Near line={line} isCurrent={line.id === current} />
                </li>
              ))}
            </ol>
          )}
        </PagedList>
      </div>
    </nav>
  )
}

/** A row of 72 px: how urgent, what was said, why, where and for how long. */
function Near({ line, isCurrent }: { line: ListedCase; isCurrent: boolean }) {
  const { number, dueAt, decidedAt, state, username, words } = line
  const reasons = useReasons(line)
  return (
    <div
      className={styles.near}
      data-late={line.isOverdue || undefined}
      data-urgency={state === 'open' ? line.urgency : undefined}
    >
      <div className={styles.top}>
        <span className={`tabular soft small unbroken ${styles.clock}`}>
          {state === 'open' && <Clock dueAt={dueAt} />}
          {decidedAt && <Time at={decidedAt} isDay />}
        </span>
        <span className={`truncate soft ${styles.title}`}>
          <Link to={caseAddress(line)} aria-current={isCurrent ? 'page' : undefined}>
            {username !== null && (
              <>
                <span lang="">{username}</span>
                {' · '}
              </>
            )}
            {number}
          </Link>
        </span>
      </div>
      <ReportedWords words={words} />
      <p className={`truncate soft ${styles.reason}`}>
        {reasons}
        <CaseOrigin {...line} />
      </p>
    </div>
  )
}
