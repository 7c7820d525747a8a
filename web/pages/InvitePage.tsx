import { InviteForm } from '#web/features/door/InviteForm.tsx'
import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './DoorPage.module.css'

/** Where a code is handed over. */
export function InvitePage() {
  return (
    <Page title={{ ns: 'door', k: 'invite_title' }} width="narrow">
      <header className={styles.opening}>
        <h1>
          <Text ns="door" k="invite_title" />
        </h1>
        <p>
          <Text ns="door" k="invite_lead" />
        </p>
      </header>
      <div className={styles.main}>
        <noscript>
          <p>
            <Text ns="door" k="waitlist_no_script" />{' '}
            <a href={paths.contact}>
              <Text ns="door" k="waitlist_contact" />
            </a>
          </p>
        </noscript>
        <InviteForm />
        <div className={styles.other}>
          <p>
            <Text ns="door" k="invite_no_code" />
          </p>
          <Button look="quiet" render={<DocumentLink to={paths.waitlist} />}>
            <Text ns="door" k="invite_to_waitlist" />
          </Button>
        </div>
      </div>
    </Page>
  )
}
