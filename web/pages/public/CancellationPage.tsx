import { legalLabels } from '#contract/billing/legalLabels.ts'
import { CancellationForm } from '#web/features/billing/declarations/CancellationForm.tsx'
import { LegalLabel } from '#web/features/billing/declarations/LegalLabel.tsx'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { DeclarationPage } from './DeclarationPage.tsx'

const NEXT = ['cancel_next_mail', 'cancel_next_end', 'cancel_next_none'] as const

/** All of it on one page (§ 312k BGB). */
export function CancellationPage() {
  return (
    <DeclarationPage
      kind="cancel"
      form={<CancellationForm />}
      heading={<Text ns="declarations" k="cancel_next" />}
    >
      <ul>
        {NEXT.map((words) => (
          <Text key={words} as="li" ns="declarations" k={words} />
        ))}
      </ul>
      <p>
        <Text ns="declarations" k="cancel_or_withdraw" />{' '}
        <a href={paths.withdrawal}>
          <LegalLabel words={legalLabels.withdrawHere} />
        </a>
      </p>
      <Text as="p" ns="declarations" k="cancel_free" />
    </DeclarationPage>
  )
}
