import { ReportList } from '#web/features/moderation/reports/ReportList.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'

export function ReportsPage() {
  const back = { to: paths.settings, label: <Text ns="reports" k="back" /> }
  return (
    <Page title={{ ns: 'reports', k: 'title' }} back={back}>
      <header className="stack-1">
        <Text as="h1" ns="reports" k="title" />
        <Text as="p" className="soft" ns="reports" k="list_lead" />
      </header>
      <ReportList />
    </Page>
  )
}
