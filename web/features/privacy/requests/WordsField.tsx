import type { ComponentProps, ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { Text } from '#web/text/Text.tsx'
import { focusAtEnd } from '#web/ui/behaviour/focus.ts'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'

/** What is wrong with an answer or a reason, before it is sent. */
export function wordsProblem(words: string): 'words_missing' | 'words_long' | undefined {
  const length = countKept(words)
  return length === 0 ? 'words_missing' : length > limits.requestText ? 'words_long' : undefined
}

type Props = ComponentProps<typeof TextArea> & {
  label: ReactNode
  hint: ReactNode
  problem: string | undefined
  takesFocus: boolean
}

export const WordsField = ({ label, hint, problem, takesFocus, ...props }: Props) => (
  <Field
    label={label}
    hint={hint}
    error={
      problem && (
        <Text
          ns="rights"
          k={problem === 'words_missing' ? 'words_missing' : 'words_long'}
          values={{ max: limits.requestText }}
        />
      )
    }
  >
    <TextArea ref={takesFocus ? focusAtEnd : null} rows={5} required {...props} />
  </Field>
)
