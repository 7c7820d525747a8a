import { declareWithdrawal } from '#contract/billing/declarations.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { StaticForm } from '#web/platform/forms/StaticForm.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Declared } from './Declared.tsx'
import { TranslatedLabel, LegalLabel } from './LegalLabel.tsx'
import { notArrived } from './notArrived.tsx'
import { Refund } from './Refund.tsx'
import { EmailField, WhoAndWhat } from './WhoAndWhat.tsx'
import styles from './declarations.module.css'

/** What § 356a (2) BGB lists, and nothing else; then everything once more, to be confirmed. */
export function WithdrawalForm() {
  const { t } = useText('declarations')
  return (
    <>
      <StaticForm
        to={declareWithdrawal.path}
        kind="withdrawal"
        send={<LegalLabel words={legalLabels.confirmWithdrawal} />}
        beside={<TranslatedLabel k="confirm_beside" />}
        sending={t('sending')}
        failureTitle={notArrived}
        check={{
          next: <Text ns="declarations" k="continue" />,
          back: <Text ns="declarations" k="change" />,
          what: <Check />,
        }}
      >
        <WhoAndWhat />
        <EmailField />
        <PrivacyLine />
      </StaticForm>
      <Declared title="withdraw_received" text="withdraw_received_text" file="widerruf" />
    </>
  )
}

const FIELDS = ['name', 'contract', 'email'] as const

function Check() {
  return (
    <>
      <h2 tabIndex={-1}>
        <Text ns="declarations" k="check_title" />
      </h2>
      <Text as="p" ns="declarations" k="check_text" />
      <blockquote className={`stack-2 ${styles.declared}`}>
        <Text as="p" ns="declarations" k="check_statement" />
        <dl className={`stack-1 ${styles.facts}`}>
          {FIELDS.map((field) => (
            <div key={field}>
              <Text as="dt" ns="declarations" k={field} />
              <dd data-typed={field} lang="" />
            </div>
          ))}
        </dl>
      </blockquote>
      <Refund />
    </>
  )
}
