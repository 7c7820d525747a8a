import { MoneyDesk } from '#web/features/billing/back-office/MoneyDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminMoneyPage = () => (
  <AdminPage ns="money" title="title" lead="lead" width="wide">
    <MoneyDesk />
  </AdminPage>
)
