import { legalLabels } from '#contract/legalLabels.ts'
import { Dispute } from '#web/features/declarations/Dispute.tsx'
import { LegalLabel } from '#web/features/declarations/LegalLabel.tsx'
import { WithdrawalForm } from '#web/features/declarations/WithdrawalForm.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { formatEuros } from '#web/text/format.ts'
import type { Tongue } from '#web/text/language.ts'
import { Text } from '#web/text/Text.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'
import styles from './ContactPage.module.css'
import { OtherWays, WithoutScript } from './DeclarationParts.tsx'

/** Two steps, for anyone, without a log-in (§ 356a BGB). */
export function WithdrawalPage() {
  const tongue = useSpokenTongue()
  return (
    <Page title={{ ns: 'declarations', k: 'withdraw_title' }} width="wide">
      <div className={styles.page}>
        <header className={styles.opening}>
          <h1>
            <Text ns="declarations" k="withdraw_title" />
          </h1>
          <p>
            <Text ns="declarations" k="withdraw_lead" />
          </p>
        </header>
        <div className={styles.main} data-ways-in="">
          <WithoutScript kind="withdraw" />
          <WithdrawalForm />
        </div>
        <aside className={styles.aside} aria-labelledby="how">
          <h2 id="how">
            <Text ns="declarations" k="how_title" />
          </h2>
          <How tongue={tongue} />
          <p>
            <a href={`${paths.legal('terms')}#${tongue}-withdrawal`}>
              <Text ns="declarations" k="terms_link" />
            </a>
          </p>
          <p>
            <Text ns="declarations" k="withdraw_or_cancel" />{' '}
            <a href={paths.cancellation}>
              <LegalLabel words={legalLabels.cancelHere} />
            </a>
          </p>
          <OtherWays />
        </aside>
        <Dispute />
      </div>
    </Page>
  )
}

/** A month of 30 days, taken back on the sixth. */
const EXAMPLE = { cents: 1990, refundCents: 1592 }

function How({ tongue }: { tongue: Tongue }) {
  const values = {
    price: formatEuros(EXAMPLE.cents, tongue),
    refund: formatEuros(EXAMPLE.refundCents, tongue),
  }
  return (
    <>
      <p>
        <Text ns="declarations" k="how_formula" />
      </p>
      <p>
        <Text ns="declarations" k="how_example" values={values} />
      </p>
      <p>
        <Text ns="declarations" k="how_whole" />
      </p>
      <p>
        <Text ns="declarations" k="how_when" />
      </p>
    </>
  )
}
