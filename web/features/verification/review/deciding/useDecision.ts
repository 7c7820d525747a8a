// Approves or rejects an identity document, once, however often it is pressed.
import { useRef, useState } from 'react'
import { decideSubmission } from '#contract/verification/review.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { ProofDeclined, type WithProof } from '#web/platform/reauthentication/useProof.ts'
import { isComplete, noteProblem, type ReviewDraft } from './draft.ts'
import {
  showDecidedToast,
  showFailedToast,
  showReasonMissingToast,
} from '#web/features/verification/review/reviewToasts.tsx'

type Options = {
  submissionId: string
  withProof: WithProof
  draft: ReviewDraft
  notes: TabDrafts<{ note: string }>
  /** Called once it is decided, also where the window was closed meanwhile. */
  onDecided: () => void
  /** Called with every end but a declined proof; resolves once the screen shows how things stand. */
  onSettled: () => Promise<void>
  /** Called last, where it was decided here. */
  onDone: () => unknown
}

export function useDecision({
  submissionId,
  withProof,
  draft,
  notes,
  onDecided,
  onSettled,
  onDone,
}: Options) {
  const running = useRef(false)
  const [pending, setPending] = useState<'verified' | 'rejected' | null>(null)
  const [wasNoteMissing, setNoteMissing] = useState(false)
  const note = draft.note.trim()

  const decide = async (decision: 'verified' | 'rejected') => {
    if (running.current) return
    running.current = true
    setPending(decision)
    const { birthdate, checks } = draft
    const checklist = decision === 'verified' && { birthdate, checklist: checks }
    const found = decision === 'rejected' && draft.isMinor && { isMinor: true }
    const body = { decision, ...(note && { note }), ...checklist, ...found }
    try {
      await withProof(() =>
        notes.send(submissionId, () => call(decideSubmission, { params: { submissionId }, body })),
      )
      onDecided()
      showDecidedToast(decision)
      await onSettled()
      onDone()
    } catch (error) {
      if (!(error instanceof ProofDeclined)) {
        showFailedToast(error instanceof CallError ? error : null)
        await onSettled()
      }
    } finally {
      running.current = false
      setPending(null)
    }
  }

  const problem = noteProblem(draft.note)
  return {
    pending,
    noteProblem: problem === 'note_missing' && !wasNoteMissing ? null : problem,
    /** Whether the checklist and the note let it pass; if not, what is missing is said. */
    approve(): boolean {
      if (!isComplete(draft) || problem === 'note_too_long') return false
      void decide('verified')
      return true
    },
    reject(): boolean {
      setNoteMissing(true)
      if (problem === 'note_missing') showReasonMissingToast()
      if (problem) return false
      void decide('rejected')
      return true
    },
  }
}
