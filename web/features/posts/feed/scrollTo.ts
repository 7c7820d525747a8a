/** Brings something to the top of the window, gliding for whoever likes that. */
export function scrollTo(element: Element | null): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
