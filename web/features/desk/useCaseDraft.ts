import { useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/platform/drafts.ts'
import { useMember } from '#web/platform/session.ts'
import { emptyDraft, hasWords, type Draft } from './draft.ts'

/** A decision as it is being written, kept on the device as long as there are words to lose. */
export function useCaseDraft(caseId: string) {
  const { userId } = useMember()
  const place = `case.${caseId}`
  const [draft, setDraft] = useState(() => read(userId, place))
  // what is written while a decision is on its way is kept, too
  const latest = useRef(draft)
  const change = (more: Partial<Draft>) => {
    const next = { ...latest.current, ...more }
    latest.current = next
    setDraft(next)
    writeDraft(userId, place, hasWords(next) ? JSON.stringify(next) : '')
  }
  return [draft, change] as const
}

function read(userId: string, place: string): Draft {
  try {
    // of an earlier version of the app there may be less
    return { ...emptyDraft, ...(JSON.parse(readDraft(userId, place) || '{}') as Partial<Draft>) }
  } catch {
    return emptyDraft
  }
}
