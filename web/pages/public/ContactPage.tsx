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
          <h1>
            <Text ns="contact" k="title" />
          </h1>
          <p>
            <Text ns="contact" k="lead" />
          </p>
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
      <h2 id="direct">
        <Text ns="contact" k="direct" />
      </h2>
      <dl>
        <dt>
          <Text ns="contact" k="email" />
        </dt>
        <dd>
          <a href={`mailto:${OPERATOR_EMAIL}`}>{OPERATOR_EMAIL}</a>
        </dd>
        <dt>
          <Text ns="contact" k="phone" />
        </dt>
        <dd>{OPERATOR_PHONE}</dd>
        <dt>
          <Text ns="contact" k="post" />
        </dt>
        <dd>
          <a href={paths.legal('impressum')}>
            <Text ns="contact" k="imprint" />
          </a>
        </dd>
        <dt>
          <Text ns="contact" k="report_title" />
        </dt>
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
