import { onChosenElsewhere } from '#web/text/chosenElsewhere.ts'

export type Theme = 'light' | 'dark'

/** `web/first.js` reads the same key before the first paint. */
const STORED = 'theme'
const listeners = new Set<() => void>()

const devicePrefersDark = () => window.matchMedia('(prefers-color-scheme: dark)')

const deviceTheme = (): Theme => (devicePrefersDark().matches ? 'dark' : 'light')

/** The theme on screen: the person's choice, else the device's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : deviceTheme()
}

/** Choosing what the device wants anyway forgets the choice, so that the club follows it again. */
export function chooseTheme(theme: Theme): void {
  const follows = theme === deviceTheme()
  try {
    if (follows) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, theme)
  } catch {
    // storage refused: the choice lasts as long as the tab
  }
  show(follows ? null : theme)
}

function show(chosen: string | null): void {
  if (chosen === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  for (const listener of listeners) listener()
}

/** Shows what is chosen in another tab, here as well. Returns the way to stop. */
export const followTheme = (): (() => void) => onChosenElsewhere(STORED, show)

/** Hears both the person's choice and the device's. Returns the way to stop. */
export function onThemeChanged(listener: () => void): () => void {
  const device = devicePrefersDark()
  listeners.add(listener)
  device.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    device.removeEventListener('change', listener)
  }
}
