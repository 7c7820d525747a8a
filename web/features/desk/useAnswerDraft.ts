import { useState } from 'react'
import { readDraft, writeDraft } from '#web/platform/drafts.ts'
import { useMember } from '#web/platform/session.ts'

/** An answer as it is being written, kept on the device until it is sent or put away. */
export function useAnswerDraft(appealId: string) {
  const { userId } = useMember()
  const place = `appeal-answer.${appealId}`
  const [answer, setAnswer] = useState(() => readDraft(userId, place))
  const change = (next: string) => {
    setAnswer(next)
    writeDraft(userId, place, next)
  }
  return [answer, change] as const
}
