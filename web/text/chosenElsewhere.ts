/**
 * Hears what the device keeps under a name once another tab has chosen it, and when a tab that was kept for the way
 * back, and heard nothing meanwhile, is gone back to. Returns the way to stop.
 */
export function onChosenElsewhere(name: string, hear: (kept: string | null) => void): () => void {
  const end = new AbortController()
  const look = () => {
    try {
      hear(localStorage.getItem(name))
    } catch {
      // storage refused: the choice lasts as long as the tab
    }
  }
  const until = { signal: end.signal }
  // without a key all of it was taken away
  window.addEventListener('storage', ({ key }) => (key === name || key === null) && look(), until)
  window.addEventListener('pageshow', ({ persisted }) => persisted && look(), until)
  return () => end.abort()
}
