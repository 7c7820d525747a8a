import { paths } from '#web/paths.ts'
import { FactorDue } from '#web/platform/reauthentication/FactorDue.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Stands where an admins' page would be. */
export function FactorDuePage() {
  const back = { to: paths.rooms, label: <Text ns="desk" k="back" /> }
  return (
    <Page language="de" title={{ ns: 'factors', k: 'due_title' }} back={back}>
      <Text as="h1" ns="factors" k="due_title" />
      <Card>
        <FactorDue />
      </Card>
    </Page>
  )
}
