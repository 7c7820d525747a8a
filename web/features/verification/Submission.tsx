import { useEffect, useEffectEvent, useState } from 'react'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { focusIfLost } from '#web/ui/behaviour/passFocusOn.ts'
import {
  findCarriedFolder,
  dropCarried,
  isComplete,
  isEmpty,
  type Documents,
} from '#web/features/verification/upload/documents.ts'
import { UploadDialog } from '#web/features/verification/upload/UploadDialog.tsx'
import { useSubmission } from './useSubmission.ts'
import { useUpload } from '#web/features/verification/upload/useUpload.ts'

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
