type Listener = (event: PopStateEvent) => void

let listener: Listener | null = null

/**
 * Receives every step through the history before the router does. Browsers call listeners in the order they were
 * added, so this runs before the app is rendered.
 */
export const listenToHistoryFirst = (): void =>
  window.addEventListener('popstate', (event) => listener?.(event))

/** Lets a screen keep such a step from the router. Returns the function that stops it. */
export function interceptHistory(by: Listener): () => void {
  listener = by
  return () => {
    if (listener === by) listener = null
  }
}
