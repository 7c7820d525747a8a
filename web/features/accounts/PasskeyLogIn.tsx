// Logs in by passkey: offered in the address field all the while, and asked for by the button.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Session } from '#contract/accounts/session.ts'
import { logInWithPasskey, startPasskeyLogIn } from '#contract/accounts/secondFactor.ts'
import { limits } from '#contract/limits.ts'
import type { PasskeyAnswer } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { FactorFailure } from '#web/platform/reauthentication/FactorFailure.tsx'
import {
  canOfferPasskeys,
  presentPasskey,
  stopAsking,
} from '#web/platform/reauthentication/passkeys.ts'

type Props = {
  /** How often the button was pressed. */
  pressed: number
  onPending: (isPending: boolean) => void
  onLoggedIn: (session: Session) => void
}

/** A challenge runs out; a new one is asked for a little before. */
const RENEWED_MS = (limits.challengeMinutes - 0.5) * 60_000

export function PasskeyLogIn({ pressed, onPending, onLoggedIn }: Props) {
  const [failure, setFailure] = useState<unknown>(null)
  /** Counts up to offer again. */
  const [offer, setOffer] = useState(0)
  const answered = useRef(0)
  const offerAgain = () => setOffer((last) => last + 1)

  const finish = async (body: PasskeyAnswer) =>
    onLoggedIn((await call(logInWithPasskey, { body })).session)

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    onPending(true)
    setFailure(null)
    try {
      const challenge = await call(startPasskeyLogIn, {})
      // not asked after the visitor moved to another page
      if (!signal.aborted) await finish(await presentPasskey(challenge))
    } catch (error) {
      setFailure(error)
      offerAgain()
    } finally {
      onPending(false)
    }
  })
  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    const chosen = await suggestion(signal)
    if (!chosen) return
    setFailure(null)
    await finish(chosen).catch((error: unknown) => {
      setFailure(error)
      offerAgain()
    })
  })

  // one question at a time: whatever comes next takes back the one before
  useEffect(() => {
    const ended = new AbortController()
    if (pressed !== answered.current) {
      answered.current = pressed
      void ask(ended.signal)
    } else {
      void suggest(ended.signal)
      whenStale(offerAgain, ended.signal)
    }
    return () => {
      ended.abort()
      stopAsking()
    }
  }, [pressed, offer])

  return <FactorFailure failure={failure} />
}

/** The passkey somebody chose among the field's suggestions. Nobody asked for them, so they fail in silence. */
async function suggestion(signal: AbortSignal): Promise<PasskeyAnswer | null> {
  try {
    if (!(await canOfferPasskeys())) return null
    const challenge = await call(startPasskeyLogIn, {}, { signal })
    return signal.aborted ? null : await presentPasskey(challenge, { isOffered: true })
  } catch {
    return null
  }
}

/** Calls before the challenge runs out; in a tab nobody looks at, once somebody does. */
function whenStale(act: () => void, signal: AbortSignal): void {
  const isSeen = () => {
    if (document.visibilityState === 'visible') return act()
    document.addEventListener('visibilitychange', isSeen, { once: true, signal })
  }
  const timer = setTimeout(isSeen, RENEWED_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}
