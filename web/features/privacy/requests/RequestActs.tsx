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

type Props = {
  request: RequestLine
  drafts: Drafts
  onSettled: (words: Key<'rights'>) => Promise<void>
}

/** What was begun and is still wanted after an act that leaves the request open. */
const STILL_WANTED: Partial<Record<Key<'rights'>, readonly (keyof Drafts)[]>> = {
  extend_done: ['answers'],
  restrict_done: ['answers', 'reasons'],
  release_done: ['answers', 'reasons'],
}

export function RequestActs({ request, drafts, onSettled }: Props) {
  const { t } = useText('rights')
  const { id, number, closedAt, dueAt, extensionReason, userId } = request
  // an extension has to be announced before the time is over
  const isInTime = useNow() <= new Date(dueAt)
  const isExtendable = !closedAt && extensionReason === null
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
    for (const begun of ['answers', 'reasons'] as const)
      if (!STILL_WANTED[words]?.includes(begun)) drafts[begun].delete(id)
    setOpen(null)
    return onSettled(words)
  }
  const form = { request, drafts, takesFocus: isAsked, onSettled: settle, onClose: close }
  if (open === 'answer' && !closedAt) return <AnswerForm {...form} />
  if (open === 'extend' && isExtendable) return <ExtendForm {...form} />
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
      {isExtendable && isInTime && (
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
