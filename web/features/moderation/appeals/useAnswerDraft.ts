import { useState } from 'react'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'

const ANSWERS = {
  place: 'appeal-answer',
  empty: { answer: '' },
  wordsIn: ({ answer }: { answer: string }) => answer,
}

/** An answer as it is being written, kept in this tab until it is sent or put away. */
export function useAnswerDraft(appealId: string) {
  const drafts = useTabDrafts(ANSWERS)
  const [answer, setAnswer] = useState(() => drafts.get(appealId)?.answer ?? '')
  const change = (next: string) => {
    setAnswer(next)
    drafts.set(appealId, { answer: next })
  }
  return [answer, change] as const
}
