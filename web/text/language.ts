import type { Language } from '#contract/fields.ts'

/** What people choose between. `mul` is the club's own mixture, until somebody chooses. */
export type Locale = Language
/** What a single text is written in. */
export type Tongue = 'de' | 'en'

/** Where the device keeps it; the cookie has the same name. */
export const STORED = 'language'
type Choice = Locale | 'auto'

/** The device's remembered choice, else the operator's default. */
export function initialLocale(operatorsDefault: Choice): Locale {
  return readLanguage() ?? resolve(operatorsDefault)
}

export function readLanguage(): Locale | null {
  try {
    const stored = localStorage.getItem(STORED)
    return stored === 'de' || stored === 'en' || stored === 'mul' ? stored : null
  } catch {
    return null
  }
}

/** Storage may be refused (private windows); the choice then lasts as long as the tab. */
export function rememberLanguage(locale: Locale): void {
  // first, since other tabs hear of what is stored and ask the server for their page at once
  setLanguageCookie(locale, YEAR)
  try {
    localStorage.setItem(STORED, locale)
  } catch {}
}

const YEAR = '; max-age=31536000'

/** Sets the cookie by which the server writes public pages in this language. Without an age it lasts until the browser closes. */
export function setLanguageCookie(locale: Locale, age = ''): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${STORED}=${locale}; path=/; samesite=lax${age}${secure}`
}

/** What the server knows of it. */
export const readServerLanguage = (): string | undefined =>
  /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1]

function resolve(choice: Choice): Locale {
  if (choice !== 'auto') return choice
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en'
}
