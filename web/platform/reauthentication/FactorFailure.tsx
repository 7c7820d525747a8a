import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { PasskeyProblem } from './passkeyProblem.ts'

/** What went wrong with a second factor, at the browser or at the server; read out at once. */
export function FactorFailure({ failure }: { failure: unknown }) {
  if (!failure) return null
  if (!(failure instanceof PasskeyProblem)) return <ErrorNotice failure={failure} />
  if (failure.trouble === 'stopped') return null
  return (
    <Notice tone="danger">
      <Text ns="factors" k={failure.trouble === 'failed' ? 'passkey_failed' : 'passkey_declined'} />
    </Notice>
  )
}
