import { legalLabels } from '#contract/billing/legalLabels.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { LegalLabel } from './LegalLabel.tsx'
import styles from './declarations.module.css'

/** The refund: its amount if the contract is the viewer's own, else where the amount will be told. */
export function Refund() {
  return (
    <section className={`stack-2 ${styles.refund}`} aria-labelledby="sum">
      <Text as="h3" id="sum" ns="declarations" k="sum_title" />
      <div data-sum="stranger">
        <Text as="p" ns="declarations" k="sum_stranger" />
        <p>
          <a href="#beside">
            <Text ns="declarations" k="how_title" />
          </a>
        </p>
      </div>
      <div data-sum="member" hidden>
        <p>
          <Text ns="declarations" k="sum_member" /> <strong data-cents="" />
        </p>
        <p>
          <Text ns="declarations" k="sum_until" /> <time data-until="" />
        </p>
      </div>
      <p data-sum="pending" hidden>
        <Text ns="declarations" k="sum_pending" />
      </p>
      <p data-sum="over" hidden>
        <Text ns="declarations" k="sum_over" />
      </p>
      <p data-sum="late" hidden>
        <Text ns="declarations" k="sum_late" />{' '}
        <a href={paths.cancellation}>
          <LegalLabel words={legalLabels.cancelHere} />
        </a>
      </p>
    </section>
  )
}
