/** Tells the page how much of the window the banner takes, so that nothing is out of reach behind it. Returns the way to take it away. */
export function reserveBannerSpace(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  // a public page needs it in two places; handed down from the root it had every element styled again
  const page = document.querySelector<HTMLElement>('#app[data-written]')
  const setHeight = (height: string) => {
    if (page) style.scrollPaddingBottom = page.style.paddingBottom = height
    else style.setProperty('--banner', height)
  }
  const observer = new ResizeObserver(() => {
    const below = Number.parseFloat(getComputedStyle(banner).bottom) || 0
    setHeight(`${banner.offsetHeight + below}px`)
    showFocused(banner)
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    // nothing said is nothing taken
    setHeight('')
    const hadFocus = banner.contains(document.activeElement)
    banner.remove()
    if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}

/** What has the focus does not lie under the banner, of anything higher its end: there is what to press. */
function showFocused(banner: HTMLElement): void {
  const { activeElement: focused, body } = document
  if (!focused || focused === body || banner.contains(focused)) return
  const { bottom } = focused.getBoundingClientRect()
  if (bottom > banner.getBoundingClientRect().top) focused.scrollIntoView({ block: 'end' })
}
