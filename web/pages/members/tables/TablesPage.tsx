import { Link } from 'react-router'
import { TableList } from '#web/features/tables/TableList.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

export const TablesPage = () => (
  <Page title={{ ns: 'tables', k: 'title' }}>
    <h1>
      <Text ns="tables" k="title" />
    </h1>
    <TableList begin={<RoomsLink />} />
  </Page>
)

export const RoomsLink = () => (
  <Button look="quiet" render={<Link to={paths.rooms} />}>
    <Text ns="tables" k="to_rooms" />
  </Button>
)
