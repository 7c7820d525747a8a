import { useState, type ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { isComplete, isEmpty } from './documents.ts'
import { UploadDialog } from './UploadDialog.tsx'
import { toastIncomplete } from './uploadToasts.tsx'
import type { Upload } from './useUpload.ts'

/** The same dialog before there is an account: what is prepared waits with the page until there is one. */
export function Preparation({ upload, label }: { upload: Upload; label: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const submit = () => {
    toastIncomplete('no_account')
    setOpen(false)
  }
  return (
    <>
      <Button look="plain" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {!isEmpty(upload.folder) && (
        <Notice>
          <Text
            ns="verify"
            k={isComplete(upload.folder) ? 'prepared_complete' : 'prepared_partly'}
          />
        </Notice>
      )}
      <UploadDialog
        upload={upload}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onSubmit={submit}
        staging={null}
        notice={
          <Notice announced={false}>
            <Text ns="verify" k="no_account_notice" />
          </Notice>
        }
      />
    </>
  )
}
