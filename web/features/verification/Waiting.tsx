import { Suspense } from 'react'
import { useSession } from '#web/platform/session/session.ts'
import { withWords } from '#web/text/i18n.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'

const part = lazyPart(async () => {
  const part = await withWords(['verify', 'errors'], import('./WaitingPart.tsx'))
  return part.WaitingPart
})

/**
 * Documents that wait for a decision, for those /verify is closed to: the suspended, and those who
 * do not agree to new terms. Consent can be taken back at any time (Art. 7 (3) GDPR).
 */
export function Waiting() {
  const { session } = useSession()
  if (session?.verificationStatus !== 'pending') return null
  return (
    <Suspense fallback={null}>
      <part.Part />
    </Suspense>
  )
}
