const openedAt = window.location.pathname

/**
 * Going back to a screen of the app from a public page that took its place in the same tab: a
 * browser may take both for one document, change the address and leave this page standing.
 */
export function followWayBack(): void {
  window.addEventListener('popstate', () => {
    if (window.location.pathname !== openedAt) window.location.reload()
  })
}
