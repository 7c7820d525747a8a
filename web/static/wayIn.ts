import { believesSignedIn, cloneTemplate, readSignedInUserId } from './club.ts'

/** Somebody who is signed in already finds the way to the club and out of it in place of the ways in. */
export function showSignedInLinks(): void {
  if (!believesSignedIn()) return
  document.querySelector('[data-home]')?.setAttribute('href', '/rooms')
  const [place, ...others] = document.querySelectorAll('[data-ways-in]')
  const within = cloneTemplate('[data-within]')
  if (within) place?.replaceChildren(within)
  const button = place?.querySelector<HTMLButtonElement>('[data-log-out]')
  button?.addEventListener('click', () => void confirmAndLeave(button))
  // further down there is the way to the club alone
  for (const other of others) {
    const [link] = cloneTemplate('[data-within]')?.children ?? []
    if (link) other.replaceChildren(link)
  }
}

/** Logging out warns first if unsent words would be lost, and then needs a second press. */
async function confirmAndLeave(button: HTMLButtonElement): Promise<void> {
  const userId = readSignedInUserId()
  if (button.ariaDisabled || !userId) return
  button.ariaDisabled = 'true'
  const status = document.querySelector<HTMLElement>('[data-log-out-status]')
  const isAgreed = status?.dataset['logOutStatus'] === 'unsent'
  const outcome = await import('./logOut.ts').then(
    ({ logOutHere }) => logOutHere(userId, isAgreed),
    () => 'failed' as const,
  )
  if (outcome === 'left') return window.location.reload()
  button.ariaDisabled = null
  const words = cloneTemplate(`[data-log-out-${outcome}]`)
  if (!status || !words) return
  status.dataset['logOutStatus'] = outcome
  status.replaceChildren(words)
}
