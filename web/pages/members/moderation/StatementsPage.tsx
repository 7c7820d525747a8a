import { StatementList } from '#web/features/moderation/statements/StatementList.tsx'
import { useStatements } from '#web/features/moderation/statements/useStatements.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'

/** What was decided about a member; open to those who are suspended or banned too. */
export function StatementsPage() {
  const back = { to: paths.settings, label: <Text ns="statements" k="back" /> }
  const result = useStatements()
  return (
    <Page title={{ ns: 'statements', k: 'title' }} back={back}>
      <header className="stack-1">
        <Text as="h1" ns="statements" k="title" />
        <Text as="p" className="soft" ns="statements" k="lead" />
      </header>
      <QueryView
        query={result}
        failed={<Text ns="statements" k="failed" />}
        waiting={<LoadingSkeleton parts={['title', 'line', 'half']} />}
      >
        {({ statements }) => <StatementList statements={statements} />}
      </QueryView>
    </Page>
  )
}
