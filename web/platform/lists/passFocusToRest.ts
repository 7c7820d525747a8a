import { passFocus } from '#web/ui/behaviour/passFocusOn.ts'

/**
 * A ref for a button that brings the rest of the list before it, and goes with the last of it: the
 * focus goes on at the first line that came.
 */
export function passFocusToRest(button: HTMLElement | null) {
  let last: Element | null | undefined
  const pressed = () => {
    const list = button && findPreviousList(button)
    last = (list?.querySelector('tbody') ?? list)?.lastElementChild
  }
  button?.addEventListener('click', pressed)
  return () => {
    button?.removeEventListener('click', pressed)
    passFocus(button, () => {
      const next = (last?.nextElementSibling ?? last) as HTMLElement | null | undefined
      return next?.querySelector('article') ?? next
    })
  }
}

const LISTS = 'ul, ol, table'

function findPreviousList(element: Element): Element | null {
  for (let near: Element | null = element; near; near = near.parentElement)
    for (let one = near.previousElementSibling; one; one = one.previousElementSibling) {
      const list = one.matches(LISTS) ? one : one.querySelector(LISTS)
      if (list) return list
    }
  return null
}
