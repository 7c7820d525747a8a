import { useEffect, useEffectEvent, useSyncExternalStore, type RefObject } from 'react'

/** Acts by `KeyboardEvent.key`, letters in lower case; one that answers `false` leaves the key alone. */
type Shortcuts = Record<string, (event: KeyboardEvent) => unknown>

const DIALOG = '[role="dialog"]'
/** One on its way out, which is there for as long as that takes. */
const LEAVING = `${DIALOG}[data-closed]`
const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
/** A key held down goes on with these; of anything else once is meant. */
const REPEATED = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', '+', '-'])

/**
 * Single keys for the dialog a place stands in, or for the page where it stands in none; what lies
 * under another dialog does not hear them, and nobody does while something is typed.
 */
export function useShortcuts(place: RefObject<Element | null>, acts: Shortcuts): void {
  const isOn = useShortcutsEnabled()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey) return
    const isTyped = target instanceof Element && target.closest(FIELD) && !target.closest(LEAVING)
    if (isTyped || !place.current || place.current.closest(LEAVING)) return
    const top = [...document.querySelectorAll(`${DIALOG}:not(${LEAVING})`)].at(-1) ?? null
    if (place.current.closest(DIALOG) !== top) return
    const name = key.length === 1 ? key.toLowerCase() : key
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined
    if (!act || (event.repeat && !REPEATED.has(name))) return
    if (act(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    // before a dialog keeps it to itself
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('keydown', (event) => press(event), options)
    return () => listening.abort()
  }, [])
}

/** Those of a whole screen: heard wherever the focus is, unless somebody types or a dialog stands over it. */
export const useKeys = (acts: Shortcuts): void => useShortcuts(WHOLE, acts)

const WHOLE: RefObject<Element | null> = {
  get current() {
    return document.body
  },
}

const KEY = 'parlour.shortcuts'
const watches = new Set<() => void>()
let isOn = read()

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Single keys can be turned off (WCAG 2.2, 2.1.4); the device remembers it. */
export function switchShortcuts(next: boolean): void {
  isOn = next
  try {
    if (next) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // storage refused: the choice lasts as long as the tab
  }
  for (const watch of watches) watch()
}

function watchSwitch(watch: () => void): () => void {
  watches.add(watch)
  return () => watches.delete(watch)
}

export const useShortcutsEnabled = (): boolean => useSyncExternalStore(watchSwitch, () => isOn)
