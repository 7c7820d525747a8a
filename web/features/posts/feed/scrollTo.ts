/** Scrolls an element to the top of the window, smoothly unless reduced motion is preferred. */
export function scrollTo(element: Element | null): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
