// Stands in every page and runs before everything else. The app's own first import would come too
// late for all of it: its chunks are evaluated before it, and the screen is painted before it.

// zod would compile its schemas with `new Function`, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true }

const root = document.documentElement
try {
  // A chosen theme never flashes the other one.
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme

  // Somebody who left in a hurry comes back by choice, not by going back.
  const left = sessionStorage.getItem('parlour.left')
  if (left) {
    const [visit] = performance.getEntriesByType('navigation')
    if (visit?.type === 'navigate') sessionStorage.removeItem('parlour.left')
    else {
      root.hidden = true
      location.replace(left)
    }
  }

  // Nor does a neutral tab flash the club's name. Of several titles a browser shows the first, and
  // React puts its own before the others in the head.
  const neutral = localStorage.getItem('parlour.neutral')
  if (neutral) {
    const title = document.createElement('title')
    title.dataset.neutral = ''
    title.textContent = neutral
    root.prepend(title)
    const watch = new MutationObserver(() => {
      const icon = document.querySelector('link[rel=icon]')
      if (!icon) return
      watch.disconnect()
      icon.href = '/notes.svg'
    })
    watch.observe(root, { childList: true, subtree: true })
  }
} catch {
  // storage refused: the device decides
}
