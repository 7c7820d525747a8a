import { TableList } from '#web/features/tables/TableList.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { RoomsLink } from './RoomsLink.tsx'

export const TablesPage = () => (
  <Page title={{ ns: 'tables', k: 'title' }}>
    <h1>
      <Text ns="tables" k="title" />
    </h1>
    <TableList begin={<RoomsLink />} />
  </Page>
)
