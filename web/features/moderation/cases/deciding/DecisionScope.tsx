// How long a decision on a case lasts, and what of the reported it removes.
import type { CaseFile } from '#contract/moderation/cases.ts'
import { excerpt } from '#contract/excerpt.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, Select } from '#web/ui/fields/Field.tsx'
import { Choices } from './Choices.tsx'
import { DAYS, measureEnd, isTimed, type DecisionDraft, type DraftProblems } from './draft.ts'

type Props = {
  file: CaseFile
  draft: DecisionDraft
  problems: DraftProblems
  now: Date
  onChange: (more: Partial<DecisionDraft>) => void
}

export function DecisionScope({ file, draft, problems, now, onChange }: Props) {
  const { t } = useText('moderation')
  const tongue = useScreenTongue()
  const until = measureEnd(draft, now)
  const there = file.evidence.filter(({ isGone }) => !isGone)
  const { removes } = draft
  return (
    <>
      {isTimed(draft.kind) && (
        <Field
          label={<Text ns="moderation" k="how_long" />}
          hint={
            until && (
              <Text ns="moderation" k="until_when" values={{ when: formatMoment(until, tongue) }} />
            )
          }
          error={problems.days && <Text ns="moderation" k="days_missing" />}
        >
          <Select
            required
            value={draft.days || ''}
            onChange={({ target }) => onChange({ days: Number(target.value) })}
          >
            <option value="" disabled>
              {t('choose')}
            </option>
            {DAYS.map((days) => (
              <option key={days} value={days}>
                {t('for_days', { count: days })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {there.length > 0 && (
        <Choices
          legend={<Text ns="moderation" k="removes" />}
          error={problems.removes && <Text ns="moderation" k="removes_missing" />}
        >
          {there.map(({ id, kind, text }) => (
            <Checkbox
              key={id}
              checked={removes.includes(id)}
              onChange={({ target }) =>
                onChange({
                  removes: target.checked ? [...removes, id] : removes.filter((one) => one !== id),
                })
              }
              label={
                <>
                  <Text ns="moderation" k={kind} />
                  {text && (
                    <>
                      {': '}
                      <span lang="">{excerpt(text, 60)}</span>
                    </>
                  )}
                </>
              }
            />
          ))}
        </Choices>
      )}
    </>
  )
}
