import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const KEY = 'parlour.scroll'

/**
 * A new screen starts at its head, or at the place its address names; going back finds the place
 * one left. A screen that only writes down in its address what was chosen there stays where it is.
 */
export function ScrollPlace() {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const isReturn = type === 'POP'
  const [before] = useState(kept)
  const places = useRef(before)
  const shown = useRef('')
  const place = key + pathname

  useEffect(() => {
    const take = () => (history.scrollRestoration = 'manual')
    const keep = () => {
      history.scrollRestoration = 'auto'
      try {
        sessionStorage.setItem(KEY, JSON.stringify(places.current))
      } catch {
        // storage refused or full: a reload starts at the head
      }
    }
    take()
    window.addEventListener('pageshow', take)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pageshow', take)
      window.removeEventListener('pagehide', keep)
    }
  }, [])

  useLayoutEffect(() => {
    // the browser itself has gone where a link within the page leads
    const isJump = key === 'default' && isReturn
    const stays = shown.current === pathname && (isJump || type === 'REPLACE')
    shown.current = pathname
    const note = () => (places.current[place] = window.scrollY)
    if (stays) note()
    else goTo(isReturn ? places.current[place] : undefined, hash)

    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key, place, pathname, hash, isReturn, type])

  return null
}

function goTo(known: number | undefined, hash: string): void {
  const named = known === undefined && hash ? document.getElementById(hash.slice(1)) : null
  if (named) named.scrollIntoView()
  else window.scrollTo(0, known ?? 0)
}

function kept(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
