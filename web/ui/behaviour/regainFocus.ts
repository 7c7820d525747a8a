/** A window that takes its leave: it has the focus until it is gone, and would give it back to what may be gone by then. */
const LEAVING_WINDOW = '[role=dialog][data-closed]'

/**
 * Puts the focus there when what had it went, is `leaving`, or is a window that closes. A reader who
 * went on to something else meanwhile keeps it.
 */
export function regainFocus(next: HTMLElement | null | undefined, leaving?: Element | null): void {
  const { activeElement, body } = document
  const isLost = activeElement === null || activeElement === body
  if (isLost || leaving?.contains(activeElement) || activeElement.closest(LEAVING_WINDOW))
    next?.focus()
}

export type PassFocus = (next: HTMLElement | null | undefined) => void

/** Called when something is pressed that goes once it is done: answers what then passes the focus on, unless the reader went on to something else. */
export function holdFocus(): PassFocus {
  const { activeElement, body } = document
  const pressed = activeElement === body ? null : activeElement
  // itself, not what it holds: Safari gives the focus of a button that is clicked to what stands around it
  return (next) => (document.activeElement === pressed ? next?.focus() : regainFocus(next))
}
