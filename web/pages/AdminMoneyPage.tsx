import { MoneyDesk } from '#web/features/money/MoneyDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminMoneyPage = () => (
  <AdminPage ns="money" title="title" lead="lead" width="wide">
    <MoneyDesk />
  </AdminPage>
)
