// Where an admin pays back by hand; the same amount sent again, after no answer, is the same refund.
import { useRef, useState } from 'react'
import { refundPayment, type SubscriptionLine } from '#contract/billing/backOffice.ts'
import { call } from '#web/platform/api/call.ts'
import { newId } from '#web/platform/api/newId.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { DialogEnds } from '#web/ui/dialogs/DialogEnds.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { parseCents } from './euros.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { NoteField, noteProblem } from './NoteField.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'

type Props = {
  line: SubscriptionLine | null
  onClose: () => void
  onDone: (line: SubscriptionLine) => void
}

/** What was typed for a contract, and the id under which each amount was tried. */
type Begun = { amount: string; note: string; ids: Record<string, string> }

const BEGUN = {
  place: 'refund',
  empty: { amount: '', note: '', ids: {} },
  wordsIn: ({ amount, note }: Begun) => amount + note,
}

/** What was begun outlives the window until it has arrived. */
export function RefundDialog({ line, onClose, onDone }: Props) {
  // stays while it closes
  const [shown, setShown] = useState(line)
  const begun = useTabDrafts<Begun>(BEGUN)
  if (line && line !== shown) setShown(line)
  return (
    <Dialog
      open={line !== null}
      onOpenChange={(open) => !open && onClose()}
      title={
        <Text
          ns="money"
          k="refund_title"
          values={{ number: shown?.number ?? '' }}
          unbroken={shown?.number ?? ''}
        />
      }
      description={<Text ns="money" k="refund_text" />}
    >
      {shown && (
        <RefundForm
          key={shown.id}
          line={shown}
          begun={begun.get(shown.id) ?? BEGUN.empty}
          onBegun={(one) => begun.set(shown.id, one)}
          onDone={() => {
            begun.delete(shown.id)
            onDone(shown)
          }}
        />
      )}
    </Dialog>
  )
}

type FormProps = {
  line: SubscriptionLine
  begun: Begun
  onBegun: (begun: Begun) => void
  onDone: () => void
}

function RefundForm({ line, begun, onBegun, onDone }: FormProps) {
  const tongue = useScreenTongue()
  const { attempt, proof } = useAttempt()
  const [{ ids: known, ...defaults }] = useState(begun)
  const ids = useRef(known)
  const isDone = useRef(false)
  const example = formatEuros(line.cents, tongue)
  const form = useCallForm({
    defaults,
    changed: (fields) => {
      // a field that is left while the window closes tells once more what is in it
      if (!isDone.current) onBegun({ ...fields, ids: ids.current })
    },
    check: ({ amount, note }) => {
      const wrong = noteProblem(note)
      return {
        ...(parseCents(amount) === null && { amount: 'refund_amount_wrong' }),
        ...(wrong && { note: wrong }),
      }
    },
    send: async ({ amount, note }) => {
      // the same amount once more, after no answer came, is the same refund
      const cents = parseCents(amount) ?? 0
      const id = ids.current[cents] ?? newId()
      ids.current = { ...ids.current, [cents]: id }
      onBegun({ amount, note, ids: ids.current })
      const body = { id, cents, note }
      const params = { subscriptionId: line.id }
      isDone.current = await attempt(() => call(refundPayment, { params, body }))
      if (isDone.current) onDone()
    },
    refused: ({ code }) => (code === 'refund_too_high' ? { amount: code } : {}),
  })
  const { isPending } = form
  useHold(isPending)
  const wrong = form.problem('amount')
  return (
    <>
      <form {...form.props} className="stack-3">
        <Field
          label={<Text ns="money" k="refund_amount" />}
          hint={<Text ns="money" k="refund_amount_hint" values={{ example }} />}
          error={
            wrong && (
              <Text
                ns="money"
                k={wrong === 'refund_too_high' ? wrong : 'refund_amount_wrong'}
                values={{ example }}
              />
            )
          }
        >
          <TextInput inputMode="decimal" autoComplete="off" required {...form.register('amount')} />
        </Field>
        <NoteField label="note" problem={form.problem('note')} {...form.register('note')} />
        <ErrorNotice failure={form.failure} />
        <DialogEnds>
          <DialogCancel />
          <Button type="submit" pending={isPending}>
            <Text ns="money" k="refund_send" />
          </Button>
        </DialogEnds>
      </form>
      {proof}
    </>
  )
}
