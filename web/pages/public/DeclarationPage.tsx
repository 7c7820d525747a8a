import type { ReactNode } from 'react'
import { Dispute } from '#web/features/billing/declarations/Dispute.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './ContactPage.module.css'
import { OtherWays, WithoutScript } from './DeclarationParts.tsx'

type Props = {
  kind: 'cancel' | 'withdraw'
  form: ReactNode
  /** What stands beside the form, below its heading, before the other ways. */
  heading: ReactNode
  children: ReactNode
}

/** What ends a contract, for anyone, without a log-in: the form, what it does, and the other ways. */
export function DeclarationPage({ kind, form, heading, children }: Props) {
  return (
    <Page title={{ ns: 'declarations', k: `${kind}_title` }} width="wide">
      <div className={styles.page}>
        <header className={styles.opening} data-opening="">
          <h1>
            <Text ns="declarations" k={`${kind}_title`} />
          </h1>
          <p>
            <Text ns="declarations" k={`${kind}_lead`} />
          </p>
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
