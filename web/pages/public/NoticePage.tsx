import { NoticeForm } from '#web/features/contact/NoticeForm.tsx'
import { NoticeLink } from '#web/features/contact/NoticeLink.tsx'
import { OperatorNote } from '#web/legal/OperatorNote.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { OPERATOR_EMAIL } from '#web/static/holes.ts'
import { Text } from '#web/text/Text.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'
import styles from './ContactPage.module.css'

/** Notice and action for everyone (Art. 16 DSA). */
export function NoticePage() {
  const lang = useSpokenTongue()
  return (
    <Page title={{ ns: 'contact', k: 'notice_title' }} width="wide">
      <div className={styles.page}>
        <header className={styles.opening}>
          <Text as="h1" ns="contact" k="notice_title" />
          <Text as="p" ns="contact" k="notice_lead" />
        </header>
        <section className={styles.aside} aria-labelledby="danger">
          <Text as="h2" id="danger" ns="contact" k="danger_title" />
          <Text as="p" ns="contact" k="danger_text" />
          <p>
            <a href={paths.rules}>
              <Text ns="contact" k="rules_link" />
            </a>
          </p>
        </section>
        <div className={`stack-4 ${styles.main}`} data-ways-in="">
          <noscript>
            <p>
              <Text ns="contact" k="notice_no_script" />{' '}
              <a href={`mailto:${OPERATOR_EMAIL}`}>{OPERATOR_EMAIL}</a>
            </p>
            <OperatorNote lang={lang} />
          </noscript>
          <NoticeForm />
        </div>
        <NoticeLink />
      </div>
    </Page>
  )
}
