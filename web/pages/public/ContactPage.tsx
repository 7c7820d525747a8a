import { ContactForm } from '#web/features/contact/ContactForm.tsx'
import { OperatorNote } from '#web/legal/OperatorNote.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { OPERATOR_EMAIL, OPERATOR_PHONE } from '#web/static/holes.ts'
import { Text } from '#web/text/Text.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'
import styles from './ContactPage.module.css'

/** A form and an address, without a log-in (Art. 12 DSA, § 5 DDG). */
export function ContactPage() {
  return (
    <Page title={{ ns: 'contact', k: 'title' }} width="wide">
      <div className={styles.page}>
        <header className={styles.opening}>
          <Text as="h1" ns="contact" k="title" />
          <Text as="p" ns="contact" k="lead" />
        </header>
        <div className={`stack-4 ${styles.main}`}>
          <noscript>
            <p>
              <Text ns="contact" k="no_script" />{' '}
              <a href={`mailto:${OPERATOR_EMAIL}`}>{OPERATOR_EMAIL}</a>
            </p>
          </noscript>
          <ContactForm />
        </div>
        <Direct />
      </div>
    </Page>
  )
}

function Direct() {
  const lang = useSpokenTongue()
  return (
    <section className={styles.aside} aria-labelledby="direct">
      <Text as="h2" id="direct" ns="contact" k="direct" />
      <dl>
        <Text as="dt" ns="contact" k="email" />
        <dd>
          <a href={`mailto:${OPERATOR_EMAIL}`}>{OPERATOR_EMAIL}</a>
        </dd>
        <Text as="dt" ns="contact" k="phone" />
        <dd>{OPERATOR_PHONE}</dd>
        <Text as="dt" ns="contact" k="post" />
        <dd>
          <a href={paths.legal('impressum')}>
            <Text ns="contact" k="imprint" />
          </a>
        </dd>
        <Text as="dt" ns="contact" k="report_title" />
        <dd>
          <a href={paths.notice}>
            <Text ns="contact" k="report_link" />
          </a>
        </dd>
      </dl>
      <OperatorNote lang={lang} />
    </section>
  )
}
