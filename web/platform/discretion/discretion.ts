// The tab’s neutral title, and the quick way out to a page that says nothing of the club.
import { useEffect } from 'react'
import { onChosenElsewhere } from '#web/text/chosenElsewhere.ts'
import { currentLocale, watchLocale } from '#web/text/i18n.ts'

export const EXIT_KEY = 'parlour.exit-key'
/** `web/first.js` reads it before anything is painted. */
export const NEUTRAL = 'parlour.neutral'
/** `web/first.js` reads it before anything is painted. */
const LEFT = 'parlour.left'

const TIMES = 3
const WITHIN_MS = 1_500

/** Goes to a page that says nothing of the club; going back does not lead to what was on screen. */
export function leaveNow(): void {
  const page = currentLocale() === 'en' ? '/notes.html' : '/notizen.html'
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

/** Whether this device keeps a choice under a name. */
export function isStored(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

/** A neutral title of the tab is in the language of the club, also where that changed on a public page, and is that of every tab. */
export function useNeutralTitle(): void {
  useEffect(() => {
    const look = () => {
      if (isStored(NEUTRAL)) withChoice(({ switchTitle }) => switchTitle(true))
    }
    // only shown: two tabs that both kept it, in two languages, would go on forever
    const follow = (words: string | null) => withChoice(({ showTitle }) => showTitle(words))
    look()
    const stops = [watchLocale(look), onChosenElsewhere(NEUTRAL, follow)]
    return () => stops.forEach((stop) => stop())
  }, [])
}

/** Where it cannot be fetched, the title stays as it is until it can. */
const withChoice = (choose: (choice: Awaited<ReturnType<typeof fetchChoice>>) => void): void =>
  void fetchChoice().then(choose, () => {})

const fetchChoice = async () => import('./discretion.choice.ts')

const isExitKeyEnabled = (): boolean => isStored(EXIT_KEY)

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
      if (presses.length >= TIMES && isExitKeyEnabled()) leaveNow()
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
