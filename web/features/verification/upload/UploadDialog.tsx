import { Suspense, type ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import type { Documents } from './documents.ts'
import type { Staging } from './submitDocuments.ts'
import type { Upload } from './useUpload.ts'

type Props = {
  upload: Upload
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called when consent is given and nothing is missing. */
  onSubmit: (documents: Documents) => void
  staging: Staging | 'starting' | null
  /** What is to be known before anything else. */
  notice?: ReactNode
}

const steps = lazyPart(async () => (await import('./UploadSteps.tsx')).UploadSteps)

/** Explains, collects, and lets blacken. What it holds belongs to the page around, so closing loses nothing. */
export function UploadDialog({ isOpen, onOpenChange, ...props }: Props) {
  return (
    <Dialog
      size="l"
      open={isOpen}
      onOpenChange={onOpenChange}
      title={<Text ns="verify" k="upload_title" />}
    >
      <Suspense fallback={<Skeleton lines={6} />}>
        <steps.Part {...props} />
      </Suspense>
    </Dialog>
  )
}
