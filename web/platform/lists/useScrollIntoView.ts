import { useEffect, useRef } from 'react'

/** For a row of ways that is wider than the window: the one that is `here` comes to its middle. */
export function useScrollIntoView<Row extends HTMLElement = HTMLUListElement>(here: string) {
  const row = useRef<Row>(null)
  useEffect(() => {
    const center = () => {
      const one = row.current?.querySelector<HTMLElement>('[aria-current], [aria-pressed=true]')
      if (row.current && one)
        row.current.scrollLeft = one.offsetLeft - (row.current.clientWidth - one.offsetWidth) / 2
    }
    center()
    // letters that come later are wider or narrower
    const fonts = 'fonts' in document ? document.fonts : null
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('resize', center, { signal })
    fonts?.addEventListener('loadingdone', center, { signal })
    return () => listening.abort()
  }, [here])
  return row
}
