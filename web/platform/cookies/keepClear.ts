/** Tells the page how much of the window the banner takes, so that nothing is out of reach behind it. Returns the way to take it away. */
export function keepClear(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const below = Number.parseFloat(getComputedStyle(banner).bottom) || 0
    style.setProperty('--banner', `${banner.offsetHeight + below}px`)
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner')
    const hadFocus = banner.contains(document.activeElement)
    banner.remove()
    if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}
