/** Of the address this document was opened at, whatever the address bar says by now. */
function openedPath(): string {
  const [visit] = performance.getEntriesByType('navigation')
  return visit ? new URL(visit.name).pathname : window.location.pathname
}

/**
 * Going back from a public page to a screen of the app it replaced in the same tab: a browser may take both for one
 * document, change the address and leave this page standing, also before these lines are run.
 */
export function followWayBack(): void {
  const openedAt = openedPath()
  const follow = () => {
    if (window.location.pathname !== openedAt) window.location.reload()
  }
  window.addEventListener('popstate', follow)
  follow()
}
