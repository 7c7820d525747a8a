/** On a phone the box is in sight already, and focusing what is stuck to the foot would still scroll. */
export function focusComposer(input: HTMLElement | null): void {
  if (!input) return
  input.focus({ preventScroll: true })
  const { top, bottom } = input.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) input.scrollIntoView({ block: 'center' })
}
