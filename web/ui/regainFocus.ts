/**
 * Puts the focus there when what had it went, or is `leaving`. Whoever went on to something else
 * meanwhile keeps it.
 */
export function regainFocus(next: HTMLElement | null | undefined, leaving?: Element | null): void {
  const { activeElement, body } = document
  const isLost = activeElement === null || activeElement === body
  if (isLost || leaving?.contains(activeElement)) next?.focus()
}
