import { declareCancellation } from '#contract/billing/declarations.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { limits } from '#contract/limits.ts'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { StaticForm } from '#web/platform/forms/StaticForm.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Field, Select, TextInput, TextArea } from '#web/ui/fields/Field.tsx'
import { Declared } from './Declared.tsx'
import { notArrived } from './notArrived.tsx'
import { EmailField, WhoAndWhat } from './WhoAndWhat.tsx'
import { TranslatedLabel, LegalLabel } from './LegalLabel.tsx'

/** The fields that § 312k (2) BGB lists, and no others. */
export function CancellationForm() {
  const { t } = useText('declarations')
  return (
    <>
      <StaticForm
        to={declareCancellation.path}
        kind="cancellation"
        send={<LegalLabel words={legalLabels.cancelNow} />}
        beside={<TranslatedLabel k="cancel_beside" />}
        sending={t('sending')}
        failureTitle={notArrived}
      >
        <Field
          label={<Text ns="declarations" k="kind" />}
          hint={<Text ns="declarations" k="kind_hint" />}
        >
          <Select name="kind" required defaultValue="ordinary">
            <option value="ordinary">{t('ordinary')}</option>
            <option value="extraordinary">{t('extraordinary')}</option>
          </Select>
        </Field>
        <div data-when-needed="" hidden>
          <Field
            label={<Text ns="declarations" k="reason" />}
            hint={<Text ns="declarations" k="reason_hint" values={{ max: limits.contactText }} />}
          >
            <TextArea
              name="reason"
              rows={5}
              data-free-when="kind=ordinary"
              data-max={limits.contactText}
            />
          </Field>
        </div>
        <WhoAndWhat />
        <Field
          label={<Text ns="declarations" k="end_date" />}
          hint={<Text ns="declarations" k="end_date_hint" />}
        >
          <TextInput type="date" name="endDate" />
        </Field>
        <EmailField />
        <PrivacyLine />
      </StaticForm>
      <Declared title="cancel_received" text="cancel_received_text" file="kuendigung" />
    </>
  )
}
