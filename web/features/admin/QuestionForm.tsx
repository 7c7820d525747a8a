import { limits } from '#contract/limits.ts'
import { addQuestion } from '#contract/rooms/icebreakers.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'

type Fields = { de: string; en: string }
type Props = {
  question: Fields
  submit: Key<'house'>
  send: (fields: Fields, form: { clear: () => void; isStill: () => boolean }) => Promise<void>
  /** Called with every change: whether it differs from the question. */
  onUnsaved?: (isUnsaved: boolean) => void
}

/** A question in both languages. */
export function QuestionForm({ question, submit, send, onUnsaved }: Props) {
  const form = useCallForm<Fields>({
    defaults: question,
    check: (fields) => findContractProblems<Fields>(addQuestion.body, fields),
    changed: ({ de, en }) => onUnsaved?.(de !== question.de || en !== question.en),
    send: async (fields) => {
      await send(fields, {
        clear: () => form.clear(fields),
        isStill: () => form.isStill(fields),
      })
    },
    refused: () => ({}),
  })
  useHold(form.isPending)
  return (
    <form {...form.props} className="stack-4">
      {(['de', 'en'] as const).map((language) => {
        const message = form.problem(language)
        return (
          <Field
            key={language}
            label={<Text ns="house" k={`question_${language}`} />}
            hint={<Text ns="house" k="question_hint" values={{ max: limits.icebreaker }} />}
            error={message && <FieldText message={message} />}
          >
            <TextInput lang={language} autoComplete="off" {...form.register(language)} />
          </Field>
        )
      })}
      <ErrorNotice failure={form.failure} />
      <Button type="submit" className="at-start" pending={form.isPending}>
        <Text ns="house" k={submit} />
      </Button>
    </form>
  )
}
