import { useId, type Ref } from 'react'
import { reportReasons, type ReportReason } from '#contract/moderation/reports.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import look from '#web/ui/fields/Choice.module.css'
import styles from './reports.module.css'

type Props = {
  ref: Ref<HTMLFieldSetElement>
  chosen: ReportReason | ''
  onChoose: (reason: ReportReason) => void
  isMissing: boolean
}

/** One tap each, and none chosen beforehand. */
export function Reasons({ ref, chosen, onChoose, isMissing }: Props) {
  const id = useId()
  return (
    <fieldset
      ref={ref}
      className={styles.reasons}
      aria-describedby={isMissing ? `${id}-error` : undefined}
    >
      <Text as="legend" ns="reports" k="reason" />
      <div className={styles.choices}>
        {reportReasons.map((reason) => (
          <label key={reason} className={`line-3 small ${look.choice} ${styles.choice}`}>
            <input
              type="radio"
              name="reason"
              value={reason}
              required
              checked={reason === chosen}
              onChange={() => onChoose(reason)}
            />
            <Text as="span" ns="reports" k={reason} />
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>
        {isMissing && <FieldText message="reason_required" />}
      </FieldError>
    </fieldset>
  )
}
