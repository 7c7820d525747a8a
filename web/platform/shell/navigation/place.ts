/** Where somebody was on a screen: how far down, and beside what, as lists grow above where one reads. */
export type Place = { y: number; beside?: { id: string; top: number } }

/** What a list keeps its name for. */
const NAMED = 'main article[id]'
/** Where to look for it, as parts of the window's height: past a head that sticks, before a foot that does. */
const HEIGHTS = [0.3, 0.45, 0.6]
/** Somebody who does something is not taken elsewhere any more. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
const LONGEST_MS = 8_000
/** What grows late, such as a font, moves things by so little that nobody waits for it longer. */
const SETTLED_MS = 600

/** Nothing while one screen fades into the other, whose picture lies above all that could be asked for. */
export function findPlace(): Place | null {
  const { scrollY, innerWidth, innerHeight } = window
  if (scrollY > 0)
    for (const height of HEIGHTS) {
      const element = document.elementFromPoint?.(innerWidth / 2, innerHeight * height)
      if (element === document.documentElement) return null
      const named = element?.closest(NAMED)
      if (named)
        return { y: scrollY, beside: { id: named.id, top: named.getBoundingClientRect().top } }
    }
  return { y: scrollY }
}

type Ways = {
  signal: AbortSignal
  /** Goes there once, and does not wait for what is still to come. */
  isBrief: boolean
  onEnd: () => void
}

/** Goes to a place as soon as what stood there is there again, and stays with it until all is laid out. */
export function seekPlace({ y, beside }: Place, { signal, isBrief, onEnd }: Ways): void {
  const named = () => (beside ? document.getElementById(beside.id) : null)
  /** Whether it could be reached: a list that is still being drawn is too short for its last part. */
  const go = () => {
    const element = named()
    const to = element ? window.scrollY + element.getBoundingClientRect().top - beside!.top : y
    window.scrollTo(0, to)
    return (element !== null || !beside) && Math.abs(window.scrollY - Math.max(0, to)) < 2
  }
  if ((go() && y === 0) || isBrief) return onEnd()

  const trying = new AbortController()
  const end = () => {
    if (trying.signal.aborted) return
    trying.abort()
    observer.disconnect()
    clearTimeout(timer)
    onEnd()
  }
  let timer = setTimeout(end, LONGEST_MS)
  let isThere = false
  const look = () => {
    if (trying.signal.aborted || !go() || isThere) return
    isThere = true
    clearTimeout(timer)
    timer = setTimeout(end, SETTLED_MS)
  }
  const observer = new ResizeObserver(look)
  observer.observe(document.body)
  for (const act of ACTS)
    window.addEventListener(act, end, { capture: true, passive: true, signal: trying.signal })
  signal.addEventListener('abort', end)
}
