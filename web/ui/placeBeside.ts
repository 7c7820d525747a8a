const GAP = 8

/** Puts something above a thing, or below it where there is no room, and never over the edge of the window. */
export function placeBeside(thing: HTMLElement, words: HTMLElement): void {
  const { top, bottom, left, width } = thing.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = words
  const isRoomAbove = top - GAP - offsetHeight >= GAP
  const middle = left + width / 2 - offsetWidth / 2
  const rightmost = document.documentElement.clientWidth - offsetWidth - GAP
  words.style.top = `${isRoomAbove ? top - GAP - offsetHeight : bottom + GAP}px`
  words.style.left = `${Math.max(GAP, Math.min(middle, rightmost))}px`
}
