// What an admin may do about a data request of somebody else's: answer, extend, restrict processing.
import { useRef, useState } from 'react'
import type { RequestLine } from '#contract/privacy/dataRequests.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { ExtendForm } from './ExtendForm.tsx'
import type { Drafts } from './RequestDesk.tsx'
import { RestrictButton } from './RestrictButton.tsx'
import { isLate } from './whatIsOver.ts'

type Props = {
  request: RequestLine
  drafts: Drafts
  onSettled: (words: Key<'rights'>) => Promise<void>
}

/** Once, and it has to be announced before the time is over. */
export const isExtendable = (
  { closedAt, dueAt, extensionReason }: RequestLine,
  now: Date,
): boolean => !closedAt && extensionReason === null && now <= new Date(dueAt)

export function RequestActs({ request, drafts, onSettled }: Props) {
  const { t } = useText('rights')
  const { id, number, closedAt, userId } = request
  const mayExtend = isExtendable(request, useNow())
  const begun = drafts.answers.has(id) ? 'answer' : drafts.reasons.has(id) ? 'extend' : null
  const [open, setOpen] = useState<'answer' | 'extend' | null>(begun)
  /** What somebody finds again takes no focus. */
  const [isAsked, setAsked] = useState(false)
  const openers = useRef<HTMLDivElement>(null)

  const ask = (which: 'answer' | 'extend') => {
    setOpen(which)
    setAsked(true)
  }
  const close = () => {
    const which = open
    setOpen(null)
    // the buttons come back with the next picture
    requestAnimationFrame(() =>
      openers.current?.querySelector<HTMLElement>(`[data-opens=${which}]`)?.focus(),
    )
  }
  const settle = (words: Key<'rights'>) => {
    // whoever answered needs no reason for more time
    if (words === 'answer_done') drafts.reasons.delete(id)
    // of what came too late, the form stands as long as it can be sent
    if (!isLate(words)) setOpen(null)
    return onSettled(words)
  }
  const form = { request, drafts, takesFocus: isAsked, onSettled: settle, onClose: close }
  if (open === 'answer' && !closedAt) return <AnswerForm {...form} />
  if (open === 'extend' && mayExtend) return <ExtendForm {...form} />
  return (
    <div ref={openers} className="row-2">
      {!closedAt && (
        <Button
          look="quiet"
          data-opens="answer"
          aria-label={t('answer_named', { number })}
          onClick={() => ask('answer')}
        >
          <Text ns="rights" k="answer" />
        </Button>
      )}
      {mayExtend && (
        <Button
          look="quiet"
          data-opens="extend"
          aria-label={t('extend_named', { number })}
          onClick={() => ask('extend')}
        >
          <Text ns="rights" k="extend" />
        </Button>
      )}
      {userId !== null && <RestrictButton request={request} onSettled={settle} />}
    </div>
  )
}
