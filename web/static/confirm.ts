import { ask, cloneTemplate } from './club.ts'

/** What a link that came by mail carries behind its `#`, and may do. */
const LINKS = ['confirm', 'email', 'email-undo', 'stay', 'leave', 'dispute'] as const
type Link = (typeof LINKS)[number]

/** Where mailed links lead, `/#confirm=…` (`platform/shell/MailedLink.tsx`): a click does it, opening does not. */
export function offerConfirmation(): void {
  const place = document.querySelector('[data-ways-in]')
  if (!place) return
  let shown = [place]

  const show = (link: Link, state: string) => {
    const copy =
      cloneTemplate(`[data-${link}="${CSS.escape(state)}"]`) ??
      cloneTemplate(`[data-${link}=unexpected]`)
    if (!copy) return
    const next = [...copy.children]
    shown[0]?.before(copy)
    for (const one of shown) one.remove()
    // who came for this alone is not shown the ways in further down either
    document.querySelector('[data-ways-again]')?.remove()
    shown = next
  }

  const offer = (link: Link, state: string, token: string) => {
    show(link, state)
    const button = shown[0]?.querySelector('button')
    const confirm = async (button: HTMLButtonElement) => {
      if (button.ariaDisabled) return
      button.ariaDisabled = 'true'
      const { code } = await ask('POST', button.dataset['post'] as `/api/${string}`, { token })
      const isRefused = code === 'invalid_link' || code === 'invalid_input'
      if (code && !isRefused) offer(link, code, token)
      else {
        // used up: neither a reload nor the history is to offer it again
        const { pathname, search } = document.location
        history.replaceState(null, '', pathname + search)
        show(link, isRefused ? 'invalid_link' : 'done')
      }
      shown[0]?.querySelector<HTMLElement>('button, a')?.focus()
    }
    button?.addEventListener('click', () => void confirm(button))
  }

  const arrive = () => {
    const fragment = new URLSearchParams(window.location.hash.slice(1))
    const link = LINKS.find((one) => fragment.get(one))
    if (!link) return
    openAnew(link)
    offer(link, 'asking', fragment.get(link) ?? '')
    // led to it, they find it in sight, whatever comes to lie over the page (`cookies/banner.ts`)
    const [card] = shown
    if (!(card instanceof HTMLElement)) return
    card.tabIndex = -1
    card.focus()
  }
  window.addEventListener('hashchange', arrive)
  arrive()
}

/** Where a link undoes what its page is for, it has a heading of its own, and nothing beside it. */
function openAnew(link: Link): void {
  const opening = cloneTemplate(`[data-opening=${link}]`)
  if (!opening) return
  document.querySelector('[data-opening=""]')?.replaceChildren(opening)
  document.querySelector('[data-beside]')?.remove()
}
