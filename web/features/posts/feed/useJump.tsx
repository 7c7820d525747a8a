// Goes to a post of a room or table, however far back, or says why not; first to the one in the address.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Text } from '#web/text/Text.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import type { useFeed } from './useFeed.ts'
import { toastFailure } from '#web/platform/api/failureToast.tsx'

const FOUND_MS = 2_500

/** As `postAnchor` writes it. */
const ADDRESSED = /^#post-(\d+)$/

/** `onShown`: the window was scrolled to the post. */
export function useJump({ reader, phase }: ReturnType<typeof useFeed>, onShown: () => void) {
  const [looking, setLooking] = useState(0)
  const [found, setFound] = useState<{ number: number } | null>(null)
  /** One so far back that it is shown among those around it instead of the newest. */
  const [far, setFar] = useState<number | null>(null)
  /** The way begun last; where one ends that was begun before it does not matter any more. */
  const last = useRef({})
  const { hash, key } = useLocation()
  const navigate = useNavigate()

  const shown = useEffectEvent(onShown)
  useEffect(() => {
    if (!found) return
    const element = document.getElementById(postAnchor(found.number))
    element?.focus({ preventScroll: true })
    // gliding over a hundred posts helps nobody
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    shown()
    // a way begun meanwhile has not been shown yet
    const isOver = () => setFound((now) => (now === found ? null : now))
    const timer = setTimeout(isOver, FOUND_MS)
    return () => clearTimeout(timer)
  }, [found])

  function arrive(number: number, isHere: boolean) {
    if (isHere) setFound({ number })
    else showFailure()
  }

  async function jump(number: number) {
    const own = (last.current = {})
    if (document.getElementById(postAnchor(number))) return arrive(number, true)
    setLooking((ways) => ways + 1)
    try {
      const outcome = await reader.loadBackTo(number)
      if (own !== last.current) return
      // under an address of its own, so that going back leads to where one was
      const address = `#${postAnchor(number)}`
      if (outcome === 'far') return address === hash ? setFar(number) : void navigate(address)
      if (outcome === 'here') setFar(null)
      arrive(number, outcome === 'here')
    } catch (error) {
      if (own === last.current) showFailure(error)
    } finally {
      setLooking((ways) => ways - 1)
    }
  }

  function leave() {
    setFar(null)
    void navigate('.', { replace: true })
  }

  const isReady = phase === 'ready'
  const follow = useEffectEvent(jump)
  useEffect(() => {
    const number = ADDRESSED.exec(hash)?.[1]
    if (!number) setFar(null)
    else if (isReady) void follow(Number(number))
  }, [hash, key, isReady])
  // nothing is announced once another screen is shown
  useLayoutEffect(() => () => void (last.current = {}), [hash, key, isReady])

  return { jump, arrive, isLooking: looking > 0, found: found?.number ?? null, far, leave }
}

/** Why nobody got there: it failed, or the post is gone. */
const showFailure = (failure?: unknown) =>
  failure
    ? toastFailure(<Text ns="posts" k="earlier_failed" />, failure)
    : addToast({ title: <Text ns="posts" k="quote_gone" />, tone: 'info' })
