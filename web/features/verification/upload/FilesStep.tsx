import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogEnds } from '#web/ui/dialogs/DialogEnds.tsx'
import { missingSides, sides, type Documents } from './documents.ts'
import { SideSlot } from './SideSlot.tsx'
import { StepTitle } from './StepTitle.tsx'
import type { Staging } from './submitDocuments.ts'
import { toastIncomplete } from './uploadToasts.tsx'
import type { Upload } from './useUpload.ts'

type Props = {
  upload: Upload
  onSubmit: (documents: Documents) => void
  staging: Staging | 'starting' | null
}

/** The three sides, each picked, photographed or dropped here. */
export function FilesStep({ upload, onSubmit, staging }: Props) {
  const { folder, opening, refused, go, pick, edit, put } = upload
  const { documents, hasConsent } = folder
  const [isTried, setTried] = useState(false)
  const missing = missingSides(documents)
  const isBusy = staging !== null
  const isLocked = isBusy || opening !== null

  const submit = () => {
    setTried(true)
    if (missing.length > 0) return toastIncomplete('files_missing')
    if (hasConsent) return onSubmit(documents)
    toastIncomplete('consent_missing')
    go({ name: 'explain' })
  }
  return (
    <>
      <StepTitle>
        <Text ns="verify" k="files_title" />
      </StepTitle>
      <Text as="p" className="soft" ns="verify" k="files_lead" />
      {sides.map((side) => (
        <SideSlot
          key={side}
          side={side}
          document={documents[side]}
          isOpening={opening === side}
          isMissing={isTried && missing.includes(side)}
          refused={refused[side]}
          isLocked={isLocked}
          sent={staging !== 'starting' && staging?.side === side ? staging.part : null}
          onPick={(file) => void pick(side, file)}
          onEdit={(blob) => void edit(side, blob)}
          onRemove={() => put(side, undefined)}
        />
      ))}
      <DialogEnds>
        <Button
          look="quiet"
          // there the consent is taken back, and what is under way needs it
          aria-disabled={isLocked}
          onClick={() => !isLocked && go({ name: 'explain' })}
        >
          <Text ns="verify" k="files_back" />
        </Button>
        <Button pending={isBusy} aria-disabled={isLocked} onClick={() => !isLocked && submit()}>
          <Text ns="verify" k="submit" />
        </Button>
      </DialogEnds>
    </>
  )
}
