import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The focus at a post that goes, removed or out of sight, moves to the next one, or to the box:
 * the browser would lead it to the head of the page. Returns the ref of each post's line.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const lost = useRef<number | null>(null)
  useLayoutEffect(() => {
    const number = lost.current
    lost.current = null
    if (number === null) return
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [])]
    // as they were said, whichever of them stands on top
    const ordered = lines.toSorted((a, b) => numberOf(b) - numberOf(a))
    const next = ordered.find((line) => numberOf(line) < number) ?? ordered.at(-1)
    const goal = next?.querySelector('article')
    ;(goal ?? document.querySelector<HTMLElement>('main textarea'))?.focus()
  })
  return useCallback(
    (line: HTMLElement | null) => () => {
      if (line?.contains(document.activeElement)) lost.current = numberOf(line)
    },
    [],
  )
}

const numberOf = ({ dataset }: HTMLElement) => Number(dataset.number)
