import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { openImage } from '#contract/verification/review.ts'
import type { Side, ViewPurpose } from '#contract/verification/verification.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { ProofDeclined, type WithProof } from '#web/platform/reauthentication/useProof.ts'
import { useSession } from '#web/platform/session/session.ts'
import { whole } from './imageView.ts'

type Image =
  | { phase: 'closed' | 'opening' | 'expired' }
  /** `until` is this device's own time, so a wrong clock does not matter. */
  | { phase: 'open'; url: string; openedAt: Date; until: number }
  | { phase: 'failed'; failure: CallError | null }

const LOOK_MS = 1_000

/** One side of a submission: opened on demand, shown for as long as its link is good. */
export function useImage(
  submissionId: string,
  { side, purpose }: { side: Side; purpose: ViewPurpose },
  withProof: WithProof,
) {
  const { clubNow } = useSession()
  const [image, setImage] = useState<Image>({ phase: 'closed' })
  const [view, setView] = useState(whole)
  const [wasSeen, setSeen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)

  const open = async () => {
    // what was pressed goes, the frame stays
    frame.current?.focus()
    if (image.phase === 'open' || image.phase === 'opening') return
    setImage({ phase: 'opening' })
    setView(whole)
    try {
      setImage(
        await withProof<Image>(async () => {
          const until = Date.now() + limits.imageLinkSeconds * 1000
          const { url } = await call(openImage, {
            params: { submissionId },
            body: { side, purpose },
          })
          return { phase: 'open', url, openedAt: clubNow(), until }
        }),
      )
    } catch (error) {
      if (error instanceof ProofDeclined) setImage({ phase: 'closed' })
      else setImage({ phase: 'failed', failure: error instanceof CallError ? error : null })
    }
  }

  const until = image.phase === 'open' ? image.until : null
  useEffect(() => {
    if (until === null) return
    // by looking again and again, because a device that slept does not count the time
    const timer = setInterval(() => Date.now() >= until && setImage({ phase: 'expired' }), LOOK_MS)
    return () => clearInterval(timer)
  }, [until])

  return {
    side,
    image,
    view,
    setView,
    frame,
    wasSeen,
    note: () => setSeen(true),
    close: () => setImage({ phase: 'closed' }),
    /** Resolves when it is open, or why not is said. */
    open,
    /** The link was good, what it led to was not. */
    fail: () => setImage({ phase: 'failed', failure: null }),
  }
}
