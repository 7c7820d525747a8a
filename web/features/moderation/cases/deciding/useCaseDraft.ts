import { useRef, useState } from 'react'
import { DECISIONS, findReturned } from '#web/features/moderation/cases/holding/held.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { emptyDraft, type DecisionDraft } from './draft.ts'

/** A decision as it is being written, kept in this tab as long as there are words to lose. */
export function useCaseDraft(caseId: string) {
  const drafts = useTabDrafts(DECISIONS)
  const [draft, setDraft] = useState(() => drafts.get(caseId) ?? findReturned(caseId) ?? emptyDraft)
  // what is written while a decision is on its way is kept, too
  const latest = useRef(draft)
  const change = (more: Partial<DecisionDraft>) => {
    const next = { ...latest.current, ...more }
    latest.current = next
    setDraft(next)
    drafts.set(caseId, next)
  }
  return [draft, change] as const
}
