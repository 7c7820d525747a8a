// Stands in every page and runs before everything else. The app's own first import would come too
// late for both: its chunks are evaluated before it, and the screen is painted before it.

// zod would compile its schemas with `new Function`, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true }

// A chosen theme never flashes the other one.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage refused: the device decides
}
