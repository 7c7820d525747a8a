// A member submits their identity document; one prepared at sign-up and complete is submitted at once.
import { useEffect, useEffectEvent, useState, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getVerification, type Side } from '#contract/verification/verification.ts'
import { useMember, userUpdated } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { focusIfLost } from '#web/ui/behaviour/passFocusOn.ts'
import { CallError, query } from '#web/platform/api/call.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import {
  findCarriedFolder,
  dropCarried,
  isComplete,
  isEmpty,
  type Documents,
  type RefusedFile,
} from './upload/documents.ts'
import { UploadDialog } from './upload/UploadDialog.tsx'
import { useUpload } from './upload/useUpload.ts'
import { submitDocuments, type Staging } from './upload/submitDocuments.ts'
import { toFileProblem, toastRefused } from './upload/uploadToasts.tsx'

/** The way to submit documents; what was prepared at sign-up is submitted at once. */
export function Submission({ look }: { look: 'primary' | 'quiet' }) {
  const { userId } = useMember()
  const [carried] = useState(() => findCarriedFolder(userId))
  const upload = useUpload(carried)
  const { submit, staging } = useSubmission(upload.refuse)
  const [isOpen, setOpen] = useState(false)

  const send = async (documents: Documents) => {
    if (!(await submit(documents))) return
    setOpen(false)
    upload.clear()
  }
  const arrives = useEffectEvent(() => {
    const folder = findCarriedFolder(userId)
    dropCarried()
    if (folder && isComplete(folder)) void send(folder.documents)
  })
  useEffect(() => arrives(), [])
  // with the submission this goes, and the focus goes on with what is said of it
  useEffect(() => () => queueMicrotask(() => focusIfLost(document.querySelector('main h1'))), [])

  const isPrepared = !isEmpty(upload.folder)
  return (
    <>
      <div>
        <Button look={look} pending={staging !== null && !isOpen} onClick={() => setOpen(true)}>
          <Text ns="verify" k="upload" />
        </Button>
      </div>
      {isPrepared && !isOpen && (
        <Notice>
          <Text ns="verify" k={staging ? 'sending_prepared' : 'upload_go_on'} />
        </Notice>
      )}
      <UploadDialog
        upload={upload}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onSubmit={(documents) => void send(documents)}
        staging={staging}
      />
    </>
  )
}

/** Submits documents and tells how it went; at most one attempt at a time. `refuse` hears of a file that was not taken. */
function useSubmission(refuse: (side: Side, file: RefusedFile) => void) {
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
