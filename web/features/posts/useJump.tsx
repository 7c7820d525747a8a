import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { addToast } from '#web/ui/toastQueue.ts'
import { anchorOf } from './PostItem.tsx'
import type { useRoom } from './useRoom.ts'

const FOUND_MS = 2_500

/** As `anchorOf` writes it. */
const ADDRESSED = /^#post-(\d+)$/

/** Goes to a post of the room, however far back it lies, or says why not; first to the one its address names. */
export function useJump({ reader, phase }: ReturnType<typeof useRoom>) {
  const [isLooking, setLooking] = useState(false)
  const [found, setFound] = useState<{ number: number } | null>(null)

  useEffect(() => {
    if (!found) return
    const element = document.getElementById(anchorOf(found.number))
    element?.focus({ preventScroll: true })
    // gliding over a hundred posts helps nobody
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const timer = setTimeout(() => setFound(null), FOUND_MS)
    return () => clearTimeout(timer)
  }, [found])

  async function jump(number: number) {
    setLooking(true)
    try {
      const outcome = await reader.reach(number)
      if (outcome === 'here') setFound({ number })
      else
        addToast({
          title: <Text ns="posts" k={outcome === 'gone' ? 'quote_gone' : 'too_far'} />,
          tone: 'info',
        })
    } catch (error) {
      addToast({
        title: <Text ns="posts" k="earlier_failed" />,
        description: <ErrorText failure={error} />,
        tone: 'danger',
      })
    } finally {
      setLooking(false)
    }
  }

  const { hash, key } = useLocation()
  const isReady = phase === 'ready'
  const follow = useEffectEvent(jump)
  useEffect(() => {
    const number = ADDRESSED.exec(hash)?.[1]
    if (isReady && number) void follow(Number(number))
  }, [hash, key, isReady])

  return { jump, isLooking, found: found?.number ?? null }
}
