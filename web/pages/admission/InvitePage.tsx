import { InviteForm } from '#web/features/admission/invitations/InviteForm.tsx'
import { paths } from '#web/paths.ts'
import { DoorPage } from './DoorPage.tsx'

/** Where a code is handed over. */
export const InvitePage = () => (
  <DoorPage
    title="invite_title"
    lead="invite_lead"
    form={<InviteForm />}
    other={{ question: 'invite_no_code', to: paths.waitlist, words: 'invite_to_waitlist' }}
  />
)
