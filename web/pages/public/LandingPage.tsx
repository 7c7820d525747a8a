import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import { ChangeEmail } from '#web/pages/accounts/ChangeEmail.tsx'
import { ConfirmEmail } from '#web/pages/accounts/ConfirmEmail.tsx'
import { KeepAccount } from '#web/pages/accounts/KeepAccount.tsx'
import { LeftNotice } from './LeftNotice.tsx'
import styles from './LandingPage.module.css'

/** The way in; also where the links of mails about an address lead. */
export function LandingPage() {
  return (
    <Page title={{ ns: 'landing', k: 'title' }} width="full">
      <div className={styles.evening}>
        <section className={styles.welcome}>
          <Lamp size={76} />
          <h1>
            <Text ns="landing" k="welcome" />
          </h1>
          <p className={styles.text}>
            <Text ns="landing" k="text" />
          </p>
          <p className={styles.tagline}>
            <Text ns="landing" k="tagline" />
          </p>
          <WaysIn />
        </section>
        <Doorway />
      </div>
      <template data-within="">
        <Button render={<DocumentLink to={paths.rooms} />}>
          <Text ns="landing" k="to_club" />
        </Button>
        <Button look="quiet" data-log-out="">
          <Text ns="session" k="log_out" />
        </Button>
        <p role="alert" className={styles.told} data-log-out-told="" />
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

function WaysIn() {
  return (
    <div className={styles.ways} data-ways-in="">
      <Button render={<DocumentLink to={paths.signUp} />}>
        <Text ns="landing" k="sign_up" />
      </Button>
      <Button look="quiet" render={<DocumentLink to={paths.logIn} />}>
        <Text ns="landing" k="log_in" />
      </Button>
    </div>
  )
}

/** A room seen through its open door. Decoration only. */
function Doorway() {
  return (
    <svg className={styles.doorway} viewBox="0 0 420 560" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="doorway-light" cx="50%" cy="40%" r="72%">
          <stop offset="0" stopColor="#ffe3b8" />
          <stop offset="0.42" stopColor="#e79b4e" />
          <stop offset="1" stopColor="#8a2338" />
        </radialGradient>
      </defs>
      <path className={styles.frame} d="M40 560V220C40 110 116 30 210 30s170 80 170 190v340Z" />
      <path d="M66 560V224C66 128 130 58 210 58s144 70 144 166v336Z" fill="url(#doorway-light)" />
      <g className={styles.furniture}>
        <path d="M207 58h6v92h-6zM176 186c0-22 15-38 34-38s34 16 34 38z" />
        <circle cx="210" cy="190" r="10" fill="#fff6e4" />
        <path d="M84 560v-96c0-24 12-40 28-40s26 14 28 36l4 46h30c8 0 14 6 14 14v40Z" />
        <path d="M336 560v-96c0-24-12-40-28-40s-26 14-28 36l-4 46h-30c-8 0-14 6-14 14v40Z" />
        <path d="M186 492h48v7h-20.5v61h-7v-61H186z" />
      </g>
      <path
        className={styles.bubble}
        d="M108 330h94a18 18 0 0 1 18 18v28a18 18 0 0 1-18 18h-62l-22 20v-20h-10a18 18 0 0 1-18-18v-28a18 18 0 0 1 18-18Z"
      />
      <path className={styles.bubbleLine} d="M114 354h78M114 372h48" />
      <path
        className={styles.answer}
        d="M252 268h64a16 16 0 0 1 16 16v20a16 16 0 0 1-16 16h-6v18l-20-18h-38a16 16 0 0 1-16-16v-20a16 16 0 0 1 16-16Z"
      />
      <path className={styles.answerLine} d="M258 288h52M258 302h30" />
    </svg>
  )
}
