import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import type { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import type { ReportDraft } from './ReportForm.tsx'

type Props = { form: ReturnType<typeof useCallForm<ReportDraft>>; begun: string }

/** What the law asks for beside the place (Art. 16 (2) (a) and (d) DSA). */
export function Illegal({ form, begun }: Props) {
  const [used, setUsed] = useState(countKept(begun))
  const [explanation, goodFaith] = [form.problem('explanation'), form.problem('isGoodFaith')]
  const words = form.register('explanation')
  return (
    <>
      <Field
        label={<Text ns="reports" k="explanation" />}
        hint={<Text ns="reports" k="explanation_hint" />}
        error={explanation && <FieldText message={explanation} />}
        aside={<CharacterCount used={used} max={limits.noticeText} />}
      >
        <TextArea
          rows={4}
          required
          {...words}
          onChange={({ target }) => {
            setUsed(countKept(target.value))
            words.onChange()
          }}
        />
      </Field>
      <Checkbox
        required
        {...form.register('isGoodFaith')}
        label={<Text ns="reports" k="good_faith" />}
        error={goodFaith && <FieldText message={goodFaith} />}
      />
    </>
  )
}
