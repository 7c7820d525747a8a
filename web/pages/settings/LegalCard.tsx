import { Link } from 'react-router'
import { legalPages } from '#contract/pages.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'

export const LegalCard = () => (
  <Card titleId="legal" title={<Text ns="settings" k="legal" />}>
    <ul className={styles.links}>
      {legalPages.map((page) => (
        <li key={page}>
          <Link to={paths.legal(page)} reloadDocument>
            <Text ns="settings" k={`legal_${page}`} />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
