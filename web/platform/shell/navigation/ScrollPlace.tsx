// A new screen starts at its head, or at the place its address names; going back finds the place one left.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { findPlace, seekPlace, type Place } from './place.ts'

const KEY = 'parlour.scroll'

/** A screen that only writes down in its address what was chosen there stays where it is. */
export function ScrollPlace() {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const isReturn = type === 'POP'
  const [before] = useState(readPlaces)
  const places = useRef(before)
  const shown = useRef('')
  const place = key + pathname

  useEffect(() => {
    const take = () => (history.scrollRestoration = 'manual')
    const store = () => {
      history.scrollRestoration = 'auto'
      try {
        sessionStorage.setItem(KEY, JSON.stringify(places.current))
      } catch {
        // storage refused or full: a reload starts at the head
      }
    }
    take()
    window.addEventListener('pageshow', take)
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pageshow', take)
      window.removeEventListener('pagehide', store)
    }
  }, [])

  useLayoutEffect(() => {
    // the browser itself has gone where a link within the page leads
    const isJump = key === 'default' && isReturn
    const stays = shown.current === pathname && (isJump || type === 'REPLACE')
    shown.current = pathname
    const listening = new AbortController()
    const { signal } = listening
    const note = () => {
      const found = findPlace()
      if (found) places.current[place] = found
    }
    const known = isReturn ? places.current[place] : undefined
    let isComing = false
    if (stays) note()
    else if (known) {
      isComing = true
      // a link of the address is followed by the screen itself
      seekPlace(known, { signal, isBrief: hash !== '', onEnd: () => (isComing = false) })
    } else scrollToHash(hash)

    // once a picture, however often it scrolls meanwhile
    let isDue = false
    const scrolled = () => {
      if (isDue || isComing) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        if (!signal.aborted && !isComing) note()
      })
    }
    window.addEventListener('scroll', scrolled, { passive: true, signal })
    // what came or went above it since may have moved it
    window.addEventListener('click', () => isComing || note(), { capture: true, signal })
    return () => listening.abort()
  }, [key, place, pathname, hash, isReturn, type])

  return null
}

function scrollToHash(hash: string): void {
  const named = hash ? document.getElementById(hash.slice(1)) : null
  if (named) named.scrollIntoView()
  else window.scrollTo(0, 0)
}

function readPlaces(): Record<string, Place> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Place>
  } catch {
    return {}
  }
}
