import { ask, copyOf } from './club.ts'

/** Where the link of the confirmation mail leads, `/#confirm=…`: a click confirms, opening does not. */
export function offerConfirmation(): void {
  const place = document.querySelector('[data-ways-in]')
  if (!place) return
  let shown = [place]

  const show = (state: string) => {
    const copy =
      copyOf(`[data-confirm="${CSS.escape(state)}"]`) ?? copyOf('[data-confirm=unexpected]')
    if (!copy) return
    const next = [...copy.children]
    shown[0]?.before(copy)
    for (const one of shown) one.remove()
    shown = next
  }

  const offer = (state: string, token: string) => {
    show(state)
    const button = shown[0]?.querySelector('button')
    const confirm = async (button: HTMLButtonElement) => {
      if (button.ariaDisabled) return
      button.ariaDisabled = 'true'
      const { code } = await ask('POST', '/api/auth/confirmation', { token })
      if (code === 'invalid_link' || code === 'invalid_input') show('invalid_link')
      else if (code) offer(code, token)
      else show('done')
      shown[0]?.querySelector<HTMLElement>('button, a')?.focus()
    }
    button?.addEventListener('click', () => void confirm(button))
  }

  const arrive = () => {
    const token = new URLSearchParams(window.location.hash.slice(1)).get('confirm')
    if (token) offer('asking', token)
  }
  window.addEventListener('hashchange', arrive)
  arrive()
}
