import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { RetentionDesk, type RuleWords } from '#web/features/privacy/requests/RetentionDesk.tsx'
import { retentionTable } from '#web/legal/retentionTable.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminRetentionPage = () => (
  <AdminPage ns="rights" title="retention_title" lead="retention_lead" width="wide">
    <Desk />
  </AdminPage>
)

/** The rules by the words that the privacy page has for them. */
function Desk() {
  const { rows } = retentionTable(useScreenTongue())
  const rules = Object.keys(retention) as RetentionRule[]
  const words = rules.map((rule, at): RuleWords => {
    const [what = '', since = '', period = ''] = rows[at] ?? []
    return { rule, what, since, period }
  })
  return <RetentionDesk words={words} />
}
