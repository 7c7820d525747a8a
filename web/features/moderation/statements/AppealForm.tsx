import { useState } from 'react'
import type { Appeal } from '#contract/moderation/appeals.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { readDraft, writeDraft } from '#web/platform/session/drafts.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { SendingId } from '#web/platform/api/SendingId.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'

/** Where what is being written is kept, so that it outlives the session. */
export type AppealDraft = { userId: string; place: `appeal.${string}` }

type Props = {
  draft: AppealDraft | null
  send: (body: { id: string; text: string }) => Promise<Appeal>
  onSent: () => Promise<unknown>
  /** There is one already, with other words than these. */
  onForestalled: () => Promise<unknown>
}

/** One's own words against a decision. */
export function AppealForm({ draft, send, onSent, onForestalled }: Props) {
  const [begun] = useState(() => (draft ? readDraft(draft.userId, draft.place) : ''))
  const [used, setUsed] = useState(countKept(begun))
  const [sending] = useState(() => new SendingId())
  const form = useCallForm({
    defaults: { text: begun },
    check: ({ text }) => {
      const length = countKept(text)
      if (length > 0 && length <= limits.appealText) return {}
      return { text: length === 0 ? 'text_missing' : 'text_too_long' }
    },
    changed: ({ text }) => {
      setUsed(countKept(text))
      if (draft) writeDraft(draft.userId, draft.place, text)
    },
    send: async ({ text }) => {
      // the same words once more, after no answer came, are the same objection
      await send({ id: sending.idFor(text), text })
      await onSent()
    },
    refused: (error) => {
      if (error.code === 'already_appealed') void onForestalled()
      const wrong = error.body?.errors?.find(({ path }) => path === 'text')
      return wrong ? { text: wrong.message } : {}
    },
  })
  const wrong = form.problem('text')
  return (
    <form className="stack-4" {...form.props}>
      <Field
        label={<Text ns="statements" k="appeal_label" />}
        hint={<Text ns="statements" k="appeal_hint" />}
        error={wrong && <FieldText message={wrong} />}
        aside={<CharacterCount used={used} max={limits.appealText} />}
      >
        <TextArea rows={5} required {...form.register('text')} />
      </Field>
      <ErrorNotice failure={form.failure} />
      <Button type="submit" className="at-start" pending={form.isPending}>
        <Text ns="statements" k="appeal_send" />
      </Button>
    </form>
  )
}
