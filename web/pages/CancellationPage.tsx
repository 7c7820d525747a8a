import { legalLabels } from '#contract/legalLabels.ts'
import { CancellationForm } from '#web/features/declarations/CancellationForm.tsx'
import { Dispute } from '#web/features/declarations/Dispute.tsx'
import { LegalLabel } from '#web/features/declarations/LegalLabel.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './ContactPage.module.css'
import { OtherWays, WithoutScript } from './DeclarationParts.tsx'

const NEXT = ['cancel_next_mail', 'cancel_next_end', 'cancel_next_none'] as const

/** All of it on one page, for anyone, without a log-in (§ 312k BGB). */
export function CancellationPage() {
  return (
    <Page title={{ ns: 'declarations', k: 'cancel_title' }} width="wide">
      <div className={styles.page}>
        <header className={styles.opening}>
          <h1>
            <Text ns="declarations" k="cancel_title" />
          </h1>
          <p>
            <Text ns="declarations" k="cancel_lead" />
          </p>
        </header>
        <div className={styles.main} data-ways-in="">
          <WithoutScript kind="cancel" />
          <CancellationForm />
        </div>
        <aside className={styles.aside} aria-labelledby="next">
          <h2 id="next">
            <Text ns="declarations" k="cancel_next" />
          </h2>
          <ul>
            {NEXT.map((words) => (
              <li key={words}>
                <Text ns="declarations" k={words} />
              </li>
            ))}
          </ul>
          <p>
            <Text ns="declarations" k="cancel_or_withdraw" />{' '}
            <a href={paths.withdrawal}>
              <LegalLabel words={legalLabels.withdrawHere} />
            </a>
          </p>
          <p>
            <Text ns="declarations" k="cancel_free" />
          </p>
          <OtherWays />
        </aside>
        <Dispute />
      </div>
    </Page>
  )
}
