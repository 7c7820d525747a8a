// What visitors see first: the ways to sign up and log in; also where mailed links about an address lead.
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import type { PageNotice } from '#web/platform/api/notice.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import toast from '#web/ui/feedback/Toasts.module.css'
import { AccountLinks } from '#web/pages/accounts/AccountLinks.tsx'
import { LandingDoorway } from './LandingDoorway.tsx'
import { LandingRooms } from './LandingRooms.tsx'
import { LandingWords } from './LandingWords.tsx'
import styles from './LandingPage.module.css'

/** The way in; also where the links of mails about an address lead. */
export function LandingPage() {
  return (
    <Page title={{ ns: 'landing', k: 'title' }} width="full">
      <div className={styles.evening}>
        <div className={styles.hero}>
          <section className={`stack-4 ${styles.welcome}`}>
            <Text as="h1" ns="landing" k="welcome" />
            <Text as="p" className={styles.text} ns="landing" k="text" />
            <Text as="p" className={styles.tagline} ns="landing" k="tagline" />
            <Entrances />
          </section>
          <LandingDoorway />
        </div>
      </div>
      <LandingRooms />
      <LandingWords />
      <section className={`screen-only ${styles.close}`} aria-labelledby="close" data-ways-again="">
        <Text as="h2" id="close" ns="landing" k="close_title" />
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
      <AccountLinks />
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

type NoticeProps = {
  name: PageNotice
  tone?: 'danger' | 'success'
  title: ReactNode
  text: ReactNode
}

/** What the app leaves to be said here looks like the toast it would have been; `static/wiring.ts` shows it. */
function LeftNotice({ name, tone = 'danger', title, text }: NoticeProps) {
  const { t } = useText('shell')
  return (
    <template data-notice={name}>
      <section className={`screen-only ${toast.viewport}`} aria-label={t('notifications')}>
        <div className={toast.toast} data-tone={tone}>
          <Icon name={tone === 'danger' ? 'warning' : 'check'} />
          <div className={toast.words} role={tone === 'danger' ? 'alert' : 'status'}>
            <h2 className={toast.title}>{title}</h2>
            <p className="soft small">{text}</p>
          </div>
          <button type="button" className={`icon-button ${toast.close}`} aria-label={t('close')}>
            <Icon name="close" size={18} />
          </button>
        </div>
      </section>
    </template>
  )
}
