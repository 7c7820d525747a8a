import { useEffect } from 'react'
import { currentLocale } from '#web/text/i18n.ts'

/** `web/first.js` reads the first and the last before anything is painted. */
const TITLE = 'parlour.neutral'
const KEY = 'parlour.exit-key'
const LEFT = 'parlour.left'

const ICON = '/notes.svg'
const TIMES = 3
const WITHIN_MS = 1_500

const isEnglish = () => currentLocale() === 'en'

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function keep(name: typeof TITLE | typeof KEY, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // storage refused: the choice lasts as long as the tab
  }
}

/** Goes to a page that says nothing of the club; going back does not lead to what was on screen. */
export function leaveNow(): void {
  const page = isEnglish() ? '/notes.html' : '/notizen.html'
  try {
    sessionStorage.setItem(LEFT, page)
  } catch {
    // storage refused: what is on screen goes all the same
  }
  // nobody is asked whether they mean it
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)
  document.documentElement.hidden = true
  window.location.replace(page)
}

export const isExitKeyOn = (): boolean => kept(KEY) !== null
export const switchExitKey = (isOn: boolean): void => keep(KEY, isOn ? 'Escape' : null)

/** Escape, three times in a row, while that is switched on; and a page that comes back as it was left stays away. */
export function useExitKey(): void {
  useEffect(() => {
    let presses: number[] = []
    const listening = new AbortController()
    const { signal } = listening
    const press = ({ key, repeat, timeStamp }: KeyboardEvent) => {
      if (repeat) return
      const recent = presses.filter((time) => timeStamp - time < WITHIN_MS)
      presses = key === 'Escape' ? [...recent, timeStamp] : []
      if (presses.length >= TIMES && isExitKeyOn()) leaveNow()
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !document.documentElement.hidden) return
      const left = sessionStorage.getItem(LEFT)
      if (left) window.location.replace(left)
      else document.documentElement.hidden = false
    }
    window.addEventListener('keydown', press, { capture: true, signal })
    window.addEventListener('pageshow', comeBack, { signal })
    return () => listening.abort()
  }, [])
}

export const isTitleNeutral = (): boolean => kept(TITLE) !== null

/** The tab's title and icon become somebody's notes, on this device. Of several titles a browser shows the first. */
export function switchTitle(isNeutral: boolean): void {
  const words = isEnglish() ? 'Notes' : 'Notizen'
  keep(TITLE, isNeutral ? words : null)
  document.querySelector('title[data-neutral]')?.remove()
  if (isNeutral) {
    const title = document.createElement('title')
    title.dataset.neutral = ''
    title.textContent = words
    // React puts its own before the others in the head
    document.documentElement.prepend(title)
  }
  const icon = document.head.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = isNeutral ? ICON : '/favicon.svg'
}
