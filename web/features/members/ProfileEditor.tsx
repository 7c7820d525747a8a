import { useState } from 'react'
import type { Profile } from '#contract/members/profiles.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { PhotosCard } from '#web/features/members/photos/PhotosCard.tsx'
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
