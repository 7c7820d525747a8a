/** So near to the head of the page one is at it, and stays there by oneself. */
const NEAR_PX = 8
/** The window is drawn again in steps: the screen first, then what depends on how wide it is. */
const PICTURES = 3

/**
 * A reader further back keeps the post they read where it is as the window becomes wider or
 * narrower: above it all the others do. Where the newest stand last, that list does it itself.
 */
export function holdPlace(talk: HTMLElement | null): void {
  const over = new AbortController()
  const { signal } = over
  let width = window.innerWidth
  let held = talk && findPlace(talk)
  let isDue = false
  const note = () => {
    isDue = false
    if (talk && width === window.innerWidth) held = findPlace(talk)
  }
  const scrolled = () => {
    if (!talk?.isConnected) return over.abort()
    if (isDue) return
    isDue = true
    requestAnimationFrame(note)
  }
  const settle = (pictures: number) => {
    if (held?.post.isConnected) {
      const { top } = held.post.getBoundingClientRect()
      const goal = held.isWhole ? Math.max(held.top, findStuck(held.post)) : held.top
      window.scrollBy({ top: top - goal, behavior: 'instant' })
    }
    if (pictures > 0) requestAnimationFrame(() => settle(pictures - 1))
    else {
      width = window.innerWidth
      note()
    }
  }
  const turned = () => {
    if (!talk?.isConnected) return over.abort()
    if (width !== window.innerWidth && !talk.closest('[data-newest-last]')) settle(PICTURES)
    else width = window.innerWidth
  }
  window.addEventListener('scroll', scrolled, { passive: true, signal })
  window.addEventListener('resize', turned, { signal })
}

/** What sticks above a post covers so much. */
export function findStuck(post: Element): number {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  return (
    (parseFloat(scrollPaddingTop) || 0) + (parseFloat(getComputedStyle(post).scrollMarginTop) || 0)
  )
}

/** The first post one can read, and where it stands; null at the head of the page. */
function findPlace(talk: HTMLElement) {
  if (window.scrollY <= NEAR_PX) return null
  let stuck: number | undefined
  for (const post of talk.querySelectorAll('[data-number] > article')) {
    stuck ??= findStuck(post)
    const { top, bottom } = post.getBoundingClientRect()
    if (bottom > stuck) return { post, top, isWhole: top >= stuck }
  }
  return null
}
