import type { ComponentProps } from 'react'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { Text } from '#web/text/Text.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'

/** What is wrong with a reason, before it is sent. */
export function noteProblem(note: string): 'note_missing' | 'note_too_long' | undefined {
  const length = countKept(note)
  return length === 0 ? 'note_missing' : length > limits.reviewNote ? 'note_too_long' : undefined
}

type Props = ComponentProps<typeof TextArea> & {
  label: 'note' | 'settle_note'
  problem: string | undefined
}

export const NoteField = ({ label, problem, ...props }: Props) => (
  <Field
    label={<Text ns="money" k={label} />}
    hint={<Text ns="money" k="note_hint" values={{ max: limits.reviewNote }} />}
    error={
      problem && (
        <Text ns="money" k={`${label}_${problem === 'note_missing' ? 'missing' : 'too_long'}`} />
      )
    }
  >
    <TextArea rows={3} required {...props} />
  </Field>
)
