import { useEffect, type ReactNode } from 'react'
import type { Documents } from './documents.ts'
import { Explanation } from '#web/features/verification/Explanation.tsx'
import { FilesStep } from './FilesStep.tsx'
import { PictureEditor } from '#web/features/verification/editor/PictureEditor.tsx'
import type { Staging } from './submitDocuments.ts'
import type { Upload } from './useUpload.ts'

type Props = {
  upload: Upload
  onSubmit: (documents: Documents) => void
  staging: Staging | 'starting' | null
  notice?: ReactNode
}

export function UploadSteps({ upload, notice, ...props }: Props) {
  const { stage, go } = upload
  // a file dropped beside its place would be opened by the browser instead of this page
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault()
    const left = new AbortController()
    for (const name of ['dragover', 'drop'])
      window.addEventListener(name, stay, { signal: left.signal })
    return () => left.abort()
  }, [])
  return (
    <div className="stack-4">
      {stage.name !== 'edit' && notice}
      {stage.name === 'explain' && (
        <Explanation
          hasConsent={upload.folder.hasConsent}
          onConsent={upload.consent}
          onNext={() => go({ name: 'files' })}
        />
      )}
      {stage.name === 'files' && <FilesStep upload={upload} {...props} />}
      {stage.name === 'edit' && (
        <PictureEditor
          side={stage.side}
          picture={stage.picture}
          history={stage.history}
          onHistory={(history) => go({ ...stage, history })}
          onCancel={() => go({ name: 'files' })}
          onFailed={(problem) => upload.refuse(stage.side, { name: '', problem })}
          onDone={(blob) => upload.put(stage.side, { blob, type: 'jpeg' })}
        />
      )}
    </div>
  )
}
