import { currentLocale } from '#web/text/i18n.ts'
import { EXIT_KEY, type NEUTRAL } from './discretion.ts'

// apart from `discretion.ts`, which every screen loads: only the settings and a change of language need this

const TITLE = 'parlour.neutral' satisfies typeof NEUTRAL
const ICON = '/notes.svg'

function store(name: typeof TITLE | typeof EXIT_KEY, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // storage refused: the choice lasts as long as the tab
  }
}

export const switchExitKey = (isOn: boolean): void => store(EXIT_KEY, isOn ? 'Escape' : null)

/** The title and icon of every tab become somebody's notes, on this device. */
export function switchTitle(isNeutral: boolean): void {
  const words = isNeutral ? (currentLocale() === 'en' ? 'Notes' : 'Notizen') : null
  store(TITLE, words)
  showTitle(words)
}

/** Without words the tab is called what its page is. Of several titles a browser shows the first. */
export function showTitle(words: string | null): void {
  document.querySelector('title[data-neutral]')?.remove()
  if (words !== null) {
    const title = document.createElement('title')
    title.dataset.neutral = ''
    title.textContent = words
    // React puts its own before the others in the head
    document.documentElement.prepend(title)
  }
  const icon = document.head.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = words === null ? '/favicon.svg' : ICON
}
