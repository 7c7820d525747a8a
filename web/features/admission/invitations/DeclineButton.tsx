// Takes somebody out of line at the door, with a reason that they read.
import { codes } from '#contract/errors.ts'
import { useState } from 'react'
import { decline } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { DialogEnds } from '#web/ui/dialogs/DialogEnds.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'

type Draft = { reason: string }
export const declineDrafts = {
  place: 'decline',
  empty: { reason: '' },
  wordsIn: ({ reason }: Draft) => reason,
}

type Props = {
  id: string
  name: string
  drafts: TabDrafts<Draft>
  onDeclined: (isGone: boolean) => Promise<void>
}

export function DeclineButton({ id, name, drafts, onDeclined }: Props) {
  const { t } = useText('admission')
  const [isOpen, setOpen] = useState(false)
  const settle = (isGone: boolean) => {
    setOpen(false)
    return onDeclined(isGone)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button look="plain" size="s" aria-label={t('decline_named', { name })} />}
      triggerWords={<Text ns="admission" k="decline" />}
      title={<Text ns="admission" k="decline_title" values={{ name }} />}
      description={<Text ns="admission" k="decline_text" />}
    >
      <DeclineForm id={id} drafts={drafts} onSettled={settle} />
    </Dialog>
  )
}

type FormProps = Pick<Props, 'id' | 'drafts'> & {
  onSettled: (isGone: boolean) => Promise<void>
}

function DeclineForm({ id, drafts, onSettled }: FormProps) {
  const [begun] = useState(() => drafts.get(id) ?? declineDrafts.empty)
  const [used, setUsed] = useState(countKept(begun.reason))
  const form = useCallForm({
    defaults: begun,
    check: (fields) => findContractProblems(decline.body, { id, ...fields }) as { reason?: string },
    changed: (draft) => {
      setUsed(countKept(draft.reason))
      drafts.set(id, draft)
    },
    send: async ({ reason }) => {
      await drafts.send(id, () => call(decline, { body: { id, reason } }))
      await onSettled(false)
    },
    refused: ({ code, body }) => {
      if (code === codes.notFound) void onSettled(true)
      if (code === 'note_missing') return { reason: 'text_missing' }
      return body?.errors?.[0] ? { reason: body.errors[0].message } : {}
    },
  })
  useHold(form.isPending)
  const problem = form.problem('reason')
  return (
    <form {...form.props} className="stack-4">
      <Field
        label={<Text ns="admission" k="reason" />}
        error={
          problem && (
            <Text
              ns="admission"
              k={problem === 'text_missing' ? 'reason_missing' : 'reason_too_long'}
            />
          )
        }
        aside={<CharacterCount used={used} max={limits.doorReason} />}
      >
        <TextArea rows={4} required {...form.register('reason')} />
      </Field>
      <ErrorNotice failure={form.failure} />
      <DialogEnds>
        <DialogCancel />
        <Button type="submit" look="danger" pending={form.isPending}>
          <Text ns="admission" k="decline" />
        </Button>
      </DialogEnds>
    </form>
  )
}
