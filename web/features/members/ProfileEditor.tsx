import { useState } from 'react'
import type { Profile } from '#contract/members/profiles.ts'
import { PhotosCard } from '#web/features/members/photos/PhotosCard.tsx'
import { useLeaveGuard } from '#web/platform/outbox/useLeaveGuard.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { keepProfileDraft } from './profileDraft.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** Everything a member changes about themselves, and the question before they leave in the middle of it. */
export function ProfileEditor({ userId, profile }: { userId: string; profile: Profile }) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <>
      <PhotosCard userId={userId} photos={profile.photos} onBusy={setUploading} />
      <ProfileForm
        key={round}
        userId={userId}
        profile={profile}
        onUnsaved={setUnsaved}
        onDiscard={() => setRound(round + 1)}
        takesFocus={round > 0}
      />
      <LeaveDialog
        isUnsaved={isUnsaved}
        isUploading={isUploading}
        onLeave={() => keepProfileDraft(userId, {})}
      />
    </>
  )
}

type LeaveProps = { isUnsaved: boolean; isUploading: boolean; onLeave: () => void }

/** Asks before unsaved changes are left. */
function LeaveDialog({ isUnsaved, isUploading, onLeave }: LeaveProps) {
  const { wish, stay, leave } = useLeaveGuard(isUnsaved || isUploading)
  return (
    <Dialog
      open={wish !== null}
      onOpenChange={(open) => {
        if (!open) stay()
      }}
      title={<Text ns="profile" k={isUnsaved ? 'leave_title' : 'leave_uploads_title'} />}
      description={<Text ns="profile" k={isUnsaved ? 'leave_text' : 'leave_uploads'} />}
      actions={
        <>
          <Button look="quiet" onClick={stay}>
            <Text ns="profile" k="leave_stay" />
          </Button>
          <Button
            look="danger"
            onClick={() => {
              onLeave()
              leave()
            }}
          >
            <Text ns="profile" k="leave_anyway" />
          </Button>
        </>
      }
    />
  )
}
