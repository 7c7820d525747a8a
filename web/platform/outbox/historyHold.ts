type Hear = (event: PopStateEvent) => void

let hear: Hear | null = null

/**
 * Hears of every step through the history before the router does, which browsers allow only to
 * whoever listened first: called before the app is shown.
 */
export const hearHistoryFirst = (): void =>
  window.addEventListener('popstate', (event) => hear?.(event))

/** Lets a screen keep such a step from the router. Returns the way to stop. */
export function holdHistory(by: Hear): () => void {
  hear = by
  return () => {
    if (hear === by) hear = null
  }
}
