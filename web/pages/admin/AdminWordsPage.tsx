import { WordsDesk } from '#web/features/content-rules/WordsDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminWordsPage = () => (
  <AdminPage ns="pacing" title="words_title" lead="words_lead" width="wide">
    <WordsDesk />
  </AdminPage>
)
