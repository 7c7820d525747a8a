import { WaitlistForm } from '#web/features/admission/waitlist/WaitlistForm.tsx'
import { WaitlistLinks } from '#web/features/admission/waitlist/WaitlistLinks.tsx'
import { paths } from '#web/paths.ts'
import { DoorPage } from './DoorPage.tsx'

/** Who has no invitation waits here; also where the links of the waitlist's mails lead. */
export const WaitlistPage = () => (
  <DoorPage
    title="waitlist_title"
    lead="waitlist_lead"
    form={<WaitlistForm />}
    other={{ question: 'waitlist_has_code', to: paths.invite, words: 'waitlist_to_invite' }}
    isReplaceable
  >
    <WaitlistLinks />
  </DoorPage>
)
