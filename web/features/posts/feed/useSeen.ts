import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Post } from '#contract/posts/posts.ts'

/** Called with what is visible, while the tab is visible. */
export type Watching = {
  /** With the highest number of the visible posts. */
  onSeen: (number: number) => void
  /** When the line below the new posts is visible: the reader has passed all of them. */
  onLine: () => void
}

/** Posts behind the header or the composer do not count as visible. */
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
