import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getVerification } from '#contract/verification/verification.ts'
import { CallError, query } from '#web/platform/api/call.ts'
import { useMember, userUpdated } from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import type { Side } from '#contract/verification/verification.ts'
import type { Documents, RefusedFile } from '#web/features/verification/upload/documents.ts'
import { submitDocuments, type Staging } from '#web/features/verification/upload/submitDocuments.ts'
import { toFileProblem, toastRefused } from '#web/features/verification/upload/uploadToasts.tsx'

/** Submits documents and tells how it went; at most one attempt at a time. `refuse` hears of a file that was not taken. */
export function useSubmission(refuse: (side: Side, file: RefusedFile) => void) {
  const client = useQueryClient()
  const { userId } = useMember()
  const { queryKey } = query(getVerification, {})
  const running = useRef(false)
  const [staging, setStaging] = useState<Staging | 'starting' | null>(null)

  const attempt = async (documents: Documents): Promise<boolean> => {
    let last: Side | undefined
    try {
      const verification = await submitDocuments(userId, documents, (now) => {
        last = now.side
        setStaging(now)
      })
      // an answer already on its way would say what was before
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, verification)
      showToast({ title: 'submitted', tone: 'success' })
      void userUpdated(client)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const document = last && documents[last]
      const problem = document && toFileProblem(error.code, document.type)
      if (last && problem) refuse(last, { name: document.name ?? '', problem })
      else toastRefused(error)
      if (error.code === 'already_pending' || error.code === 'already_verified')
        void client.invalidateQueries({ queryKey })
      return false
    }
  }

  /** Whether it was submitted; what was prepared is untouched either way. */
  const submit = async (documents: Documents): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setStaging('starting')
    return attempt(documents).finally(() => {
      running.current = false
      setStaging(null)
    })
  }
  return { submit, staging }
}
