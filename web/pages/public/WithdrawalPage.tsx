import { legalLabels } from '#contract/billing/legalLabels.ts'
import { LegalLabel } from '#web/features/billing/declarations/LegalLabel.tsx'
import { WithdrawalForm } from '#web/features/billing/declarations/WithdrawalForm.tsx'
import { paths } from '#web/paths.ts'
import { formatEuros } from '#web/text/amounts.ts'
import type { Tongue } from '#web/text/language.ts'
import { Text } from '#web/text/Text.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'
import { DeclarationPage } from './DeclarationPage.tsx'

/** Two steps (§ 356a BGB). */
export function WithdrawalPage() {
  const tongue = useSpokenTongue()
  return (
    <DeclarationPage
      kind="withdraw"
      form={<WithdrawalForm />}
      heading={<Text ns="declarations" k="how_title" />}
    >
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
    </DeclarationPage>
  )
}

/** A month of 30 days, taken back after six of them. */
const EXAMPLE = { cents: 1990, refundCents: 1592 }

function How({ tongue }: { tongue: Tongue }) {
  const values = {
    price: formatEuros(EXAMPLE.cents, tongue),
    refund: formatEuros(EXAMPLE.refundCents, tongue),
  }
  return (
    <>
      <Text as="p" ns="declarations" k="how_formula" />
      <Text as="p" ns="declarations" k="how_example" values={values} />
      <Text as="p" ns="declarations" k="how_whole" />
      <Text as="p" ns="declarations" k="how_when" />
    </>
  )
}
