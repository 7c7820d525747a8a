// Ends a restriction before its time, or brings back what was removed, with a reason; the member is told.
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { Person } from '#contract/moderation/caseFile.ts'
import { limits } from '#contract/limits.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { countKept } from '#contract/words.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { UnsavedWords } from '#web/platform/lists/UnsavedWords.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { LiftFailure } from '#web/features/moderation/cases/deciding/LiftFailure.tsx'
import { Reasons } from '#web/features/moderation/cases/deciding/Reasons.tsx'
import { WordsProblem } from '#web/features/moderation/cases/deciding/WordsProblem.tsx'

type Props = {
  statement: Pick<Person['statements'][number], 'id' | 'number' | 'kind'>
  /** Whether it still holds: somebody else may lift it while one writes why. */
  mayLift: boolean
  onSettled: (words: ReactNode) => Promise<void>
}

const REASONS = {
  place: 'lift',
  empty: { reason: '' },
  wordsIn: ({ reason }: { reason: string }) => reason,
}

export function LiftButton({ statement, mayLift, onSettled }: Props) {
  const { id: statementId, number, kind } = statement
  const { t } = useText('moderation')
  const { run, isPending, failure, forget, decline, proof } = useAct()
  const [isOpen, setOpen] = useState(false)
  const drafts = useTabDrafts(REASONS)
  const [{ reason }, setDraft] = useState(() => drafts.get(statementId) ?? REASONS.empty)
  const [isTried, setTried] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const length = countKept(reason)
  const wrong =
    length === 0 ? 'text_missing' : length > limits.statementFacts ? 'text_too_long' : null

  const write = (next: string) => {
    setDraft({ reason: next })
    drafts.set(statementId, { reason: next })
  }
  const change = (next: boolean) => {
    forget()
    setTried(false)
    setOpen(next)
  }
  const settle = () => {
    decline()
    setOpen(false)
    return onSettled(<Text ns="moderation" k="lift_done" values={{ number }} />)
  }
  const lift = () => {
    setTried(true)
    if (wrong) return area.current?.focus()
    void run(async () => {
      try {
        await drafts.send(statementId, () =>
          call(liftStatement, { params: { statementId }, body: { reason } }),
        )
        setDraft(REASONS.empty)
      } catch (error) {
        // somebody else was quicker, to the same end
        if (!(error instanceof CallError) || error.code !== 'already_decided') throw error
      }
      await settle()
    })
  }
  const overtake = useEffectEvent(() => isOpen && void settle())
  useEffect(() => {
    if (!mayLift) overtake()
  }, [mayLift])
  if (!mayLift && !isOpen) {
    if (reason.trim() === '') return null
    const discard = () => {
      write('')
      void onSettled(null)
    }
    return (
      <UnsavedWords id={`unsaved-${statementId}`} about={number} onDiscard={discard}>
        <Reasons rule={null} facts={reason} />
      </UnsavedWords>
    )
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      isBusy={isPending}
      trigger={<Button look="plain" size="s" aria-label={t('lift_named', { number })} />}
      triggerWords={<Text ns="moderation" k="lift" />}
      title={<Text ns="moderation" k="lift_title" values={{ kind: t(kind) }} />}
      description={<Text ns="moderation" k={kind === 'removal' ? 'lift_removal' : 'lift_text'} />}
      actions={
        <>
          <DialogCancel />
          <Button pending={isPending} onClick={lift}>
            <Text ns="moderation" k="lift" />
          </Button>
        </>
      }
    >
      <Field
        label={<Text ns="moderation" k="lift_reason" />}
        error={isTried && wrong && <WordsProblem wrong={wrong} max={limits.statementFacts} />}
      >
        <TextArea
          ref={area}
          rows={3}
          required
          value={reason}
          onChange={({ target }) => write(target.value)}
        />
      </Field>
      <LiftFailure failure={failure} />
      {proof}
    </Dialog>
  )
}
