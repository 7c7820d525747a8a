import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Post } from '#contract/posts/posts.ts'

/** Says the number of the newest post once it stands on a screen that somebody may be looking at. */
export function useSeen(
  list: RefObject<HTMLElement | null>,
  posts: readonly Post[],
  onSeen: (number: number) => void,
): void {
  const newest = posts[0]?.number
  const see = useEffectEvent(onSeen)
  useEffect(() => {
    const item = list.current?.querySelector(`[data-number="${newest}"]`)
    if (!item || newest === undefined || !('IntersectionObserver' in window)) return
    let isOnScreen = false
    const look = () => {
      if (isOnScreen && document.visibilityState === 'visible') see(newest)
    }
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? false
      look()
    })
    observer.observe(item)
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [list, newest])
}
