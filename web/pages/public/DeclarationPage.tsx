// Cancelling or withdrawing, for anyone, without a log-in: the form, what it does, and the other ways.
import type { ReactNode } from 'react'
import { Dispute } from '#web/features/billing/declarations/Dispute.tsx'
import { OperatorNote } from '#web/legal/OperatorNote.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { OPERATOR_EMAIL } from '#web/static/holes.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'
import styles from './ContactPage.module.css'

type Props = {
  kind: 'cancel' | 'withdraw'
  form: ReactNode
  /** What stands beside the form, below its heading, before the other ways. */
  heading: ReactNode
  children: ReactNode
}

export function DeclarationPage({ kind, form, heading, children }: Props) {
  return (
    <Page title={{ ns: 'declarations', k: `${kind}_title` }} width="wide">
      <div className={styles.page}>
        <header className={styles.opening} data-opening="">
          <Text as="h1" ns="declarations" k={`${kind}_title`} />
          <Text as="p" ns="declarations" k={`${kind}_lead`} />
        </header>
        <div className={`stack-4 ${styles.main}`} data-ways-in="">
          <WithoutScript kind={kind} />
          {form}
        </div>
        <aside className={styles.aside} aria-labelledby="beside" data-beside="">
          <h2 id="beside">{heading}</h2>
          {children}
          <OtherWays />
        </aside>
        <Dispute />
      </div>
    </Page>
  )
}

/** Where nothing can send the form: a mail that holds everything it asks for. */
function WithoutScript({ kind }: { kind: 'cancel' | 'withdraw' }) {
  const { t } = useText('declarations')
  const subject = encodeURIComponent(t(`mail_${kind}_subject`))
  const words = t(`mail_${kind}_body`)
  const body = encodeURIComponent(words)
  return (
    <noscript>
      <p>
        <Text ns="declarations" k={`no_script_${kind}`} />{' '}
        <a href={`mailto:${OPERATOR_EMAIL}?subject=${subject}&body=${body}`}>
          <Text ns="declarations" k={`mail_${kind}`} />
        </a>{' '}
        ({OPERATOR_EMAIL})
      </p>
      <blockquote>
        {words.split('\n').map((line, at) => (
          // empty lines are alike
          <p key={at}>{line}</p>
        ))}
      </blockquote>
    </noscript>
  )
}

/** A declaration needs no form. */
function OtherWays() {
  const lang = useSpokenTongue()
  return (
    <>
      <Text as="h2" ns="declarations" k="other_ways" />
      <dl>
        <Text as="dt" ns="declarations" k="by_email" />
        <dd>
          <a href={`mailto:${OPERATOR_EMAIL}`}>{OPERATOR_EMAIL}</a>
        </dd>
        <Text as="dt" ns="declarations" k="by_post" />
        <dd>
          <a href={paths.legal('impressum')}>
            <Text ns="declarations" k="imprint" />
          </a>
        </dd>
      </dl>
      <OperatorNote lang={lang} />
    </>
  )
}
