import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChangeEmail } from '#web/pages/accounts/ChangeEmail.tsx'
import { ConfirmEmail } from '#web/pages/accounts/ConfirmEmail.tsx'
import { KeepAccount } from '#web/pages/accounts/KeepAccount.tsx'
import { LandingDoorway } from './LandingDoorway.tsx'
import { LandingRooms } from './LandingRooms.tsx'
import { LandingWords } from './LandingWords.tsx'
import { LeftNotice } from './LeftNotice.tsx'
import styles from './LandingPage.module.css'

/** The way in; also where the links of mails about an address lead. */
export function LandingPage() {
  return (
    <Page title={{ ns: 'landing', k: 'title' }} width="full">
      <div className={styles.evening}>
        <div className={styles.hero}>
          <section className={styles.welcome}>
            <h1>
              <Text ns="landing" k="welcome" />
            </h1>
            <p className={styles.text}>
              <Text ns="landing" k="text" />
            </p>
            <p className={styles.tagline}>
              <Text ns="landing" k="tagline" />
            </p>
            <Entrances />
          </section>
          <LandingDoorway />
        </div>
      </div>
      <LandingRooms />
      <LandingWords />
      <section className={`screen-only ${styles.close}`} aria-labelledby="close" data-ways-again="">
        <h2 id="close">
          <Text ns="landing" k="close_title" />
        </h2>
        <Entrances />
      </section>
      <template data-within="">
        <Button render={<DocumentLink to={paths.rooms} />}>
          <Text ns="landing" k="to_club" />
        </Button>
        <Button look="quiet" data-log-out="">
          <Text ns="session" k="log_out" />
        </Button>
        <p role="alert" className={styles.status} data-log-out-status="" />
      </template>
      <template data-log-out-unsent="">
        <Text ns="landing" k="log_out_unsent" />
      </template>
      <template data-log-out-failed="">
        <Text ns="toast" k="logout_failed" />
      </template>
      <ConfirmEmail />
      <ChangeEmail />
      <KeepAccount />
      <LeftNotice
        name="access_denied"
        title={<Text ns="toast" k="access_denied" />}
        text={<Text ns="toast" k="access_denied_detail" />}
      />
      <LeftNotice
        name="account_deleted"
        tone="success"
        title={<Text ns="landing" k="account_deleted" />}
        text={<Text ns="landing" k="account_deleted_detail" />}
      />
    </Page>
  )
}

function Entrances() {
  return (
    <div className={`row-3 ${styles.ways}`} data-ways-in="">
      <Button render={<DocumentLink to={paths.signUp} />}>
        <Text ns="landing" k="sign_up" />
      </Button>
      <Button look="quiet" render={<DocumentLink to={paths.logIn} />}>
        <Text ns="landing" k="log_in" />
      </Button>
    </div>
  )
}
