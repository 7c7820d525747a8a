import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import styles from './NotFoundPage.module.css'

export function NotFoundPage() {
  return (
    <Page title={{ ns: 'pages', k: 'not_found_title' }}>
      <div className={`stack-4 ${styles.lost}`}>
        <Lamp size={88} />
        <Text as="h1" ns="pages" k="not_found" />
        <Text as="p" ns="pages" k="not_found_text" />
        <Button render={<DocumentLink to={paths.landing} />}>
          <Text ns="pages" k="go_home" />
        </Button>
      </div>
    </Page>
  )
}
