import { StatementList } from '#web/features/statements/StatementList.tsx'
import { useStatements } from '#web/features/statements/useStatements.ts'
import { paths } from '#web/paths.ts'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './SafetyPage.module.css'

/** What was decided about a member; open to those who are suspended or banned too. */
export function StatementsPage() {
  const back = { to: paths.settings, label: <Text ns="statements" k="back" /> }
  const { data, error, isFetching, refetch } = useStatements()
  return (
    <Page title={{ ns: 'statements', k: 'title' }} back={back}>
      <header className={styles.head}>
        <h1>
          <Text ns="statements" k="title" />
        </h1>
        <p className={styles.lead}>
          <Text ns="statements" k="lead" />
        </p>
      </header>
      {data && <StatementList statements={data.statements} />}
      {!data && !error && (
        <div aria-busy="true">
          <Skeleton parts={['title', 'line', 'half']} />
        </div>
      )}
      {!data && error && (
        <LoadFailed
          title={<Text ns="statements" k="failed" />}
          error={error}
          isFetching={isFetching}
          retry={refetch}
        />
      )}
    </Page>
  )
}
