import { regainFocus } from './regainFocus.ts'

/**
 * A ref for a button that goes once it was pressed: the focus goes on with the part of the screen
 * it was in, where the browser would lead to the head of the page.
 */
export function useFocusHandover(button: HTMLElement | null) {
  const part = button?.closest<HTMLElement>('section, [role=dialog], main')
  return () => passFocus(button, () => part)
}

/** Called when the button goes, and finds whose turn it is once it has. */
export function passFocus(
  button: HTMLElement | null,
  find: () => HTMLElement | null | undefined,
): void {
  if (!button || button !== document.activeElement) return
  queueMicrotask(() => focusIfLost(find()))
}

/** The focus goes on there if it was lost, also where nothing can be pressed. */
export function focusIfLost(next: HTMLElement | null | undefined): void {
  if (next) next.tabIndex = -1
  regainFocus(next)
}
