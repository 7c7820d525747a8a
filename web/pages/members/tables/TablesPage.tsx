import { TableList } from '#web/features/tables/TableList.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { RoomsLink } from './RoomsLink.tsx'

export const TablesPage = () => (
  <Page title={{ ns: 'tables', k: 'title' }}>
    <Text as="h1" ns="tables" k="title" />
    <TableList begin={<RoomsLink />} />
  </Page>
)
