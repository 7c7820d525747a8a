import { useState, type ReactNode } from 'react'
import { proposeHandover, type CaseFile } from '#contract/moderation/cases.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { call } from '#web/platform/api/call.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { FormEnd } from '#web/platform/forms/FormEnd.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { focus } from '#web/ui/behaviour/focus.ts'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { WordsProblem } from '#web/features/moderation/cases/deciding/WordsProblem.tsx'

type Props = {
  file: CaseFile
  drafts: TabDrafts<HandoverDraft>
  takesFocus: boolean
  onSettled: (words: ReactNode) => Promise<void>
  /** Another proposal was quicker: what was written is kept. */
  onOvertaken: () => Promise<void>
  onClose: () => void
}

type HandoverDraft = { facts: string }
export const handoverDrafts = {
  place: 'handover',
  empty: { facts: '' },
  wordsIn: ({ facts }: HandoverDraft) => facts,
}

export function HandoverForm({ file, drafts, takesFocus, onSettled, onOvertaken, onClose }: Props) {
  const [begun] = useState(() => drafts.get(file.id) ?? handoverDrafts.empty)
  const [used, setUsed] = useState(countKept(begun.facts))
  const form = useCallForm({
    defaults: begun,
    check: ({ facts }) => {
      const length = countKept(facts)
      if (length > 0 && length <= limits.statementFacts) return {}
      return { facts: length === 0 ? 'text_missing' : 'text_too_long' }
    },
    changed: (draft) => {
      setUsed(countKept(draft.facts))
      drafts.set(file.id, draft)
    },
    send: async (body) => {
      await call(proposeHandover, { params: { caseId: file.id }, body })
      drafts.delete(file.id)
      await onSettled(<Text ns="moderation" k="proposed_done" />)
    },
    refused: ({ code }) => {
      if (code === 'already_pending') void onOvertaken()
      return {}
    },
  })
  const wrong = form.problem('facts')
  return (
    <form className="stack-4" {...form.props}>
      <Field
        label={<Text ns="moderation" k="propose_label" />}
        hint={<Text ns="moderation" k="propose_hint" />}
        error={wrong && <WordsProblem wrong={wrong} max={limits.statementFacts} />}
        aside={<CharacterCount used={used} max={limits.statementFacts} />}
      >
        <TextArea ref={takesFocus ? focus : null} rows={4} required {...form.register('facts')} />
      </Field>
      <FormEnd failure={form.failure} isPending={form.isPending} onClose={onClose}>
        <Text ns="moderation" k="propose_send" />
      </FormEnd>
    </form>
  )
}
