import { onChosenElsewhere } from '#web/text/chosenElsewhere.ts'
import {
  readLanguage,
  rememberLanguage,
  setLanguageCookie,
  readServerLanguage,
  STORED,
  type Locale,
} from '#web/text/language.ts'
import { ask, believesSignedIn, LANGUAGE_CHOSEN } from './club.ts'

/** Takes a choice, and makes up for one that the server could not know of when it wrote this page. */
export function speakChosenLanguage(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=language]'))
    button.addEventListener('click', (event) => {
      event.preventDefault()
      void choose(button.value as Locale)
    })
  const chosen = readLanguage()
  if (chosen) showLanguage(chosen, () => rememberLanguage(chosen))
  else if (believesSignedIn()) void speakAccountsLanguage()
}

async function choose(language: Locale): Promise<void> {
  rememberLanguage(language)
  // as in the app: that the account could not learn it harms nobody
  if (believesSignedIn()) await ask('PUT', '/api/auth/language', { language })
  reload()
}

/** What another tab chose is the language of this page as well; what is typed here stays. */
export const followLanguage = (): (() => void) =>
  onChosenElsewhere(STORED, () => {
    const chosen = readLanguage()
    const isShown = document.documentElement.dataset.locale === chosen
    // a receipt cannot be had again, nor the answer to what is just being sent
    if (document.querySelector('[data-receipt-shown], form [aria-disabled=true]')) return
    // with cookies refused the page would come as it is, again and again
    if (!isShown && chosen !== null && chosen === readServerLanguage()) reload()
  })

function reload(): void {
  window.dispatchEvent(new Event(LANGUAGE_CHOSEN))
  window.location.reload()
}

/** A device that was never asked follows the account, until the browser closes. */
async function speakAccountsLanguage(): Promise<void> {
  if (readServerLanguage()) return
  const { session } = (await ask('GET', '/api/auth/session')) as {
    session?: { language: Locale | null }
  }
  const language = session?.language
  if (language) showLanguage(language, () => setLanguageCookie(language))
}

function showLanguage(language: Locale, tell: () => void): void {
  if (document.documentElement.dataset.locale === language || readServerLanguage() === language)
    return
  tell()
  // with cookies refused it would be asked for again and again
  if (readServerLanguage() === language) window.location.reload()
}
