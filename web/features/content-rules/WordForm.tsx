import { codes } from '#contract/errors.ts'
import { addWord } from '#contract/content-rules/contentRules.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextInput } from '#web/ui/fields/TextInput.tsx'
import styles from './contentRules.module.css'

type Fields = { word: string }
/** What the club calls a word that is there already. */
const THERE = 'there'

export function WordForm({ onAdded }: { onAdded: (word: string) => Promise<void> }) {
  const form = useCallForm<Fields>({
    defaults: { word: '' },
    check: (fields) => findContractProblems(addWord.body, fields),
    send: async (fields) => {
      await call(addWord, { body: fields })
      form.clear(fields)
      await onAdded(fields.word.trim())
    },
    refused: ({ code }) => (code === codes.conflict ? { word: THERE } : {}),
  })
  const problem = form.problem('word')
  return (
    <form className={`stack-4 ${styles.form}`} {...form.props}>
      <Field
        label={<Text ns="pacing" k="word_label" />}
        hint={<Text ns="pacing" k="word_hint" />}
        error={
          problem &&
          (problem === THERE ? (
            <Text ns="pacing" k="word_there" />
          ) : (
            <FieldText message={problem} />
          ))
        }
      >
        <TextInput
          required
          autoComplete="off"
          maxLength={limits.blockedWord.max}
          {...form.register('word')}
        />
      </Field>
      <ErrorNotice failure={form.failure} />
      <Button type="submit" className="at-start" pending={form.isPending}>
        <Text ns="pacing" k="word_add" />
      </Button>
    </form>
  )
}
