import { useRef, type RefObject } from 'react'

/** Walks through the rows of a list by their buttons; remembers the last, for the way back. */
export function useRows(list: RefObject<HTMLElement | null>) {
  const last = useRef(0)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const nearest = (all: HTMLElement[]) => all[Math.min(last.current, all.length - 1)] ?? null
  const here = (all: HTMLElement[]) => all.findIndex((row) => row === document.activeElement)

  return {
    isInside: () => here(rows()) >= 0,
    /** Whether there was a row that way. Nobody being in the list yet, it begins where one was last. */
    step(by: 1 | -1): boolean {
      const all = rows()
      const at = here(all)
      const row = at < 0 ? nearest(all) : all[at + by]
      row?.focus()
      return row !== undefined && row !== null
    },
    /** Where the focus goes back to: the row of that name, or what took its place. */
    find(id: string | undefined): HTMLElement | null {
      const all = rows()
      return all.find(({ dataset }) => dataset['row'] === id) ?? nearest(all)
    },
    /** Call it when the focus comes to something in the list. */
    note() {
      const at = here(rows())
      if (at >= 0) last.current = at
    },
  }
}
