// Where an admin answers a message to the club; what is typed is kept until it has been mailed.
import { useState, type KeyboardEvent } from 'react'
import { answerMessage, type ContactLine } from '#contract/contact.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { FormEnd } from '#web/platform/forms/FormEnd.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { focusAtEnd } from '#web/ui/behaviour/focus.ts'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'

type Props = {
  message: ContactLine
  drafts: TabDrafts<{ text: string }>
  takesFocus: boolean
  onSettled: (words: Key<'contact'>) => Promise<void>
  onClose: () => void
}

export function AnswerForm({ message, drafts, takesFocus, onSettled, onClose }: Props) {
  const { id: messageId, reference, email } = message
  const [begun] = useState(() => drafts.get(messageId) ?? { text: '' })
  const [used, setUsed] = useState(countKept(begun.text))
  const form = useCallForm({
    defaults: begun,
    check: (fields) => findContractProblems(answerMessage.body, fields),
    changed: ({ text }) => {
      drafts.set(messageId, { text })
      setUsed(countKept(text))
    },
    send: async ({ text }) => {
      await drafts.send(messageId, () =>
        call(answerMessage, { params: { messageId }, body: { text } }),
      )
      await onSettled('answered')
    },
    refused: (error) => {
      if (error.code === 'already_decided') void onSettled('already_answered')
      return error.body?.errors?.[0] ? { text: error.body.errors[0].message } : {}
    },
  })
  const problem = form.problem('text')
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form {...form.props} className="stack-3">
      <Field
        label={<Text ns="contact" k="answer_label" values={{ reference }} />}
        hint={<Text ns="contact" k="answer_hint" values={{ email }} />}
        error={
          problem && (
            <Text
              ns="contact"
              k={problem === 'text_missing' ? 'answer_missing' : 'answer_too_long'}
            />
          )
        }
        aside={<CharacterCount used={used} max={limits.contactText} />}
      >
        <TextArea
          ref={takesFocus ? focusAtEnd : null}
          rows={5}
          required
          onKeyDown={onKeyDown}
          {...form.register('text')}
        />
      </Field>
      <FormEnd failure={form.failure} isPending={form.isPending} onClose={onClose}>
        <Text ns="contact" k="answer_send" />
      </FormEnd>
    </form>
  )
}
