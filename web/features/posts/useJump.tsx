import { useEffect, useState } from 'react'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { addToast } from '#web/ui/toastQueue.ts'
import { anchorOf } from './PostItem.tsx'
import type { RoomReader } from './RoomReader.ts'

const FOUND_MS = 2_500

/** Goes to a post of the room, however far back it lies, or says why not. */
export function useJump(reader: RoomReader) {
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
  return { jump, isLooking, found: found?.number ?? null }
}
