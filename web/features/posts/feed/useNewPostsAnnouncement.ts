// What a list of posts gets for a reader further down: how many came, and a place that stays put.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Post } from '#contract/posts/posts.ts'

const CHATTER_MS = 5_000

/**
 * What arrived from others while the reader was further down, and what to tell a screen reader:
 * how many came, now and then, instead of each one.
 */
export function useNewPostsAnnouncement(posts: readonly Post[], userId: string, isAtTop: boolean) {
  const newest = posts[0]?.number ?? 0
  const [seenTo, setSeenTo] = useState(newest)
  if (isAtTop && seenTo < newest) setSeenTo(newest)
  // the first answer is not news
  if (!isAtTop && seenTo === 0 && newest > 0) setSeenTo(newest)
  const countAfter = (number: number) =>
    posts.filter((post) => post.number > number && post.author.id !== userId).length

  const [announced, setAnnounced] = useState({ upTo: newest, count: 0 })
  const unannounced = announced.upTo === 0 ? 0 : countAfter(announced.upTo)
  useEffect(() => {
    if (newest === announced.upTo) return
    const timer = setTimeout(
      () => setAnnounced({ upTo: newest, count: unannounced }),
      announced.upTo === 0 ? 0 : CHATTER_MS,
    )
    return () => clearTimeout(timer)
  }, [newest, unannounced, announced.upTo])

  return { unseen: countAfter(seenTo), announced }
}

/** What stands at the top of a room covers at least so much of its talk. */
const COVERED_PX = 90

/** Whether the head of the list is in sight. */
export function useIsAtTop(head: RefObject<HTMLElement | null>): boolean {
  const [isAtTop, setIsAtTop] = useState(true)
  useEffect(() => {
    if (!head.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setIsAtTop(entry.isIntersecting || entry.boundingClientRect.top > COVERED_PX)
      },
      { rootMargin: `-${COVERED_PX}px 0px 0px` },
    )
    observer.observe(head.current)
    return () => observer.disconnect()
  }, [head])
  return isAtTop
}

/** Where the browser does not hold the reading place by itself when something comes or goes above it. */
export function useReadingPlace(
  list: RefObject<HTMLElement | null>,
  posts: readonly Post[],
  isOn: boolean,
) {
  const held = useRef<{ item: Element; top: number } | null>(null)
  useEffect(() => {
    if (isHeldAnyway()) return
    const look = () => (held.current = firstInSight(list.current))
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [list])
  useLayoutEffect(() => {
    // measuring lays the whole page out at once, for nothing where the browser holds the place
    if (isHeldAnyway()) return
    const { item, top } = held.current ?? {}
    if (isOn && item?.isConnected) window.scrollBy(0, item.getBoundingClientRect().top - top!)
    held.current = firstInSight(list.current)
  }, [list, posts, isOn])
}

const isHeldAnyway = () => globalThis.CSS?.supports?.('overflow-anchor: auto') ?? true

/** The first that begins on the screen: a post is never longer than one. */
function firstInSight(list: HTMLElement | null) {
  // what is drawn above it, such as a line, comes and goes
  for (const item of list?.querySelectorAll('article') ?? []) {
    const { top } = item.getBoundingClientRect()
    if (top >= 0) return { item, top }
  }
  return null
}
