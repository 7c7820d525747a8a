import type { KeyboardEvent } from 'react'
import { extendRequest, type RequestLine } from '#contract/privacy/dataRequests.ts'
import { call } from '#web/platform/api/call.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { FormEnd } from '#web/platform/forms/FormEnd.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import type { Drafts } from './RequestDesk.tsx'
import { explainOvertaken, formFailure } from './whatIsOver.ts'
import { wordsProblem, WordsField } from './WordsField.tsx'

type Props = {
  request: RequestLine
  drafts: Drafts
  takesFocus: boolean
  onSettled: (words: Key<'rights'>) => Promise<void>
  onClose: () => void
}

/** More time, once, with a reason that its author reads. */
export function ExtendForm({ request, drafts, takesFocus, onSettled, onClose }: Props) {
  const { id: requestId, number, dueAt } = request
  const now = useNow()
  const { attempt, proof } = useAttempt()
  const form = useCallForm({
    defaults: drafts.reasons.get(requestId) ?? { reason: '' },
    check: ({ reason }) => {
      const wrong = wordsProblem(reason)
      return wrong ? { reason: wrong } : {}
    },
    changed: (draft) => drafts.reasons.set(requestId, draft),
    send: async (body) => {
      const isDone = await attempt(() =>
        drafts.reasons.send(requestId, () => call(extendRequest, { params: { requestId }, body })),
      )
      if (isDone) await onSettled('extend_done')
    },
    refused: (error) => {
      const over = explainOvertaken(error)
      if (over) void onSettled(over === 'decided' && now > new Date(dueAt) ? 'extend_late' : over)
      return {}
    },
  })
  return (
    <>
      <form {...form.props} className="stack-3">
        <WordsField
          takesFocus={takesFocus}
          label={<Text ns="rights" k="extend_label" values={{ number }} />}
          hint={<Text ns="rights" k="extend_hint" />}
          problem={form.problem('reason')}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Escape') onClose()
          }}
          {...form.register('reason')}
        />
        <FormEnd failure={formFailure(form.failure)} isPending={form.isPending} onClose={onClose}>
          <Text ns="rights" k="extend_send" />
        </FormEnd>
      </form>
      {proof}
    </>
  )
}
