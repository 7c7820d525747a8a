import { WaitlistForm } from '#web/features/door/WaitlistForm.tsx'
import { WaitlistLinks } from '#web/features/door/WaitlistLinks.tsx'
import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './DoorPage.module.css'

/** Who has no invitation waits here; also where the links of the waitlist's mails lead. */
export function WaitlistPage() {
  return (
    <Page title={{ ns: 'door', k: 'waitlist_title' }} width="narrow">
      <header className={styles.opening}>
        <h1>
          <Text ns="door" k="waitlist_title" />
        </h1>
        <p>
          <Text ns="door" k="waitlist_lead" />
        </p>
      </header>
      <div className={styles.main} data-ways-in="">
        <noscript>
          <p>
            <Text ns="door" k="waitlist_no_script" />{' '}
            <a href={paths.contact}>
              <Text ns="door" k="waitlist_contact" />
            </a>
          </p>
        </noscript>
        <WaitlistForm />
        <div className={styles.other}>
          <p>
            <Text ns="door" k="waitlist_has_code" />
          </p>
          <Button look="quiet" render={<DocumentLink to={paths.invite} />}>
            <Text ns="door" k="waitlist_to_invite" />
          </Button>
        </div>
      </div>
      <WaitlistLinks />
    </Page>
  )
}
