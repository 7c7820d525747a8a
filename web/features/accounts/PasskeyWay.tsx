import { Suspense, use, useState } from 'react'
import type { Session } from '#contract/accounts/session.ts'
import { knowsPasskeys } from '#web/platform/reauthentication/knowsPasskeys.ts'
import { withWords } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LateWords, lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useFirstSign } from '#web/ui/fields/useFirstSign.ts'

const log = lazyPart(async () => {
  const part = await withWords(['factors'], import('./PasskeyLogIn.tsx'))
  return part.PasskeyLogIn
})

/** Until somebody presses the button. */
const UNMISSED = { away: null, gone: null }

/**
 * In by passkey, where the browser knows them: a button, and the suggestions of the address field.
 * Only the button weighs on the page; the rest comes with the first sign of somebody being there.
 */
export function PasskeyWay({ onLoggedIn }: { onLoggedIn: (session: Session) => void }) {
  const words = use(LateWords)
  const [isWanted, setWanted] = useState(false)
  const [pressed, setPressed] = useState(0)
  const [isPending, setPending] = useState(false)
  useFirstSign(() => setWanted(true))
  if (!knowsPasskeys()) return null
  return (
    <>
      <Button
        look="quiet"
        wide
        pending={isPending}
        onClick={() => {
          setWanted(true)
          setPressed(pressed + 1)
        }}
      >
        <Text ns="auth" k="log_in_passkey" />
      </Button>
      {isWanted && (
        <LateWords value={pressed > 0 ? words : UNMISSED}>
          <Suspense fallback={null}>
            <log.Part pressed={pressed} onPending={setPending} onLoggedIn={onLoggedIn} />
          </Suspense>
        </LateWords>
      )}
    </>
  )
}
