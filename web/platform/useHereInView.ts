import { useEffect, useRef } from 'react'

/** For a row of ways that is wider than the window: the one that is `here` comes to its middle. */
export function useHereInView(here: string) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const center = () => {
      const one = row.current?.querySelector<HTMLElement>('[aria-current]')
      if (row.current && one)
        row.current.scrollLeft = one.offsetLeft - (row.current.clientWidth - one.offsetWidth) / 2
    }
    center()
    window.addEventListener('resize', center)
    return () => window.removeEventListener('resize', center)
  }, [here])
  return row
}
