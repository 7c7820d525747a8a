// Where an admin settles a declaration: puts it to a contract, or says why there is none.
import type { KeyboardEvent } from 'react'
import { settleDeclaration, type DeclarationLine } from '#contract/billing/backOffice.ts'
import { call } from '#web/platform/api/call.ts'
import { FormEnd } from '#web/platform/forms/FormEnd.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { focus } from '#web/ui/behaviour/focus.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { NoteField, noteProblem } from './NoteField.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'

export type SettleDraft = { number: string; note: string; endsAtOnce: boolean }
export const settleDrafts = {
  place: 'settlement',
  empty: { number: '', note: '', endsAtOnce: false },
  wordsIn: ({ note }: SettleDraft) => note,
}

type Props = {
  line: DeclarationLine
  drafts: TabDrafts<SettleDraft>
  takesFocus: boolean
  onSettled: (words: Key<'money'>) => Promise<void>
  onClose: () => void
}

export function SettleForm({ line, drafts, takesFocus, onSettled, onClose }: Props) {
  const { id: declarationId } = line
  const { attempt, proof } = useAttempt()
  const form = useCallForm({
    defaults: drafts.get(declarationId) ?? {
      number: line.number ?? '',
      note: '',
      endsAtOnce: false,
    },
    check: ({ note }) => {
      const wrong = noteProblem(note)
      return wrong ? { note: wrong } : {}
    },
    changed: (draft) => drafts.set(declarationId, draft),
    send: async ({ number, note, endsAtOnce }) => {
      const body = {
        note,
        ...(number.trim() && { number: number.trim() }),
        ...(endsAtOnce && { endsAtOnce }),
      }
      const isDone = await attempt(() =>
        drafts.send(declarationId, () =>
          call(settleDeclaration, { params: { declarationId }, body }),
        ),
      )
      if (isDone) await onSettled('settle_done')
    },
    refused: ({ code }) => {
      if (code === 'already_decided') void onSettled('settle_gone')
      return code === 'nothing_to_cancel' ? { number: code } : {}
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <>
      <form {...form.props} className="stack-3">
        <Field
          label={<Text ns="money" k="settle_number" />}
          hint={<Text ns="money" k="settle_number_hint" />}
          error={form.problem('number') && <Text ns="money" k="settle_number_wrong" />}
        >
          <TextInput
            ref={takesFocus ? focus : null}
            autoComplete="off"
            spellCheck={false}
            maxLength={30}
            onKeyDown={onKeyDown}
            {...form.register('number')}
          />
        </Field>
        {line.isExtraordinary && (
          <Checkbox
            label={<Text ns="money" k="settle_at_once" />}
            hint={line.number !== null && <Text ns="money" k="settle_at_once_hint" />}
            {...form.register('endsAtOnce')}
          />
        )}
        <NoteField
          label="settle_note"
          problem={form.problem('note')}
          onKeyDown={onKeyDown}
          {...form.register('note')}
        />
        <FormEnd failure={form.failure} isPending={form.isPending} onClose={onClose}>
          <Text ns="money" k="settle_send" />
        </FormEnd>
      </form>
      {proof}
    </>
  )
}
