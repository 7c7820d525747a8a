import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Post } from '#contract/posts/posts.ts'

/** Whom to tell what stands on a screen that somebody may be looking at. */
export type Watching = {
  /** The highest number of those in sight. */
  onSeen: (number: number) => void
  /** Where what is new ends is in sight: all above it has passed before the reader. */
  onLine: () => void
}

/** What lies behind the head or the box to write in is not in sight. */
const IN_SIGHT = { rootMargin: '-90px 0px -80px' }

export function useSeen(
  list: RefObject<HTMLElement | null>,
  posts: readonly Post[],
  { onSeen, onLine }: Watching,
): void {
  const see = useEffectEvent((numbers: ReadonlySet<number>, isLine: boolean) => {
    if (document.visibilityState !== 'visible') return
    if (numbers.size > 0) onSeen(Math.max(...numbers))
    if (isLine) onLine()
  })
  useEffect(() => {
    if (!list.current || !('IntersectionObserver' in window)) return
    const inSight = new Set<number>()
    let isLine = false
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const number = Number((target as HTMLElement).dataset['number'])
        if (Number.isNaN(number)) isLine = isIntersecting
        else if (isIntersecting) inSight.add(number)
        else inSight.delete(number)
      }
      see(inSight, isLine)
    }, IN_SIGHT)
    for (const one of list.current.querySelectorAll('[data-number], [data-line]'))
      observer.observe(one)
    const look = () => see(inSight, isLine)
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [list, posts])
}
