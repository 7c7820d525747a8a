import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import type { Locale } from '#web/text/language.ts'
import { newId } from '#web/platform/api/newId.ts'
import type { Banner, openBanner } from './banner.ts'
import { logChoice, sendUnsent, type LoggedChoice } from './log.ts'
import { dropChoice, readChoice, keepChoice, onChoiceChanged } from './record.ts'

type Options = {
  /** The banner itself, which only who has not chosen yet needs. */
  load: () => Promise<typeof openBanner>
  locale: () => Locale
  /** Tells when another language is spoken. A public page is reloaded instead. */
  onLocaleChanged?: (listener: () => void) => unknown
}

let shown: Banner | null = null

/** Asks for a choice while there is none, and stops asking once it was made, here or in another tab. */
export function askForCookies({ load, locale, onLocaleChanged }: Options): void {
  const look = async () => {
    if (readChoice()) {
      shown?.close()
      shown = null
    } else if (!shown) {
      const open = await load()
      // it took a while
      if (!readChoice())
        shown ??= open(locale(), ({ method, ...choice }) => {
          shown = null
          keepChoice(choice)
          sendToLog(locale(), { method, ...choice })
        })
    }
  }
  // a banner that could not be fetched is for the next page to show
  const lookAgain = () => void look().catch(() => {})
  onChoiceChanged(lookAgain)
  // a page kept for going back may have missed what happened since
  window.addEventListener('pageshow', ({ persisted }) => persisted && lookAgain())
  onLocaleChanged?.(() => shown?.speak(locale()))
  sendUnsent()
  lookAgain()
}

/** Takes the choice back and asks again; where the question stands already, leads to it. */
export function reopenQuestion(locale: Locale): void {
  if (shown) {
    shown.focus()
    return
  }
  if (readChoice()) sendToLog(locale, { method: 'withdraw', analytics: false, marketing: false })
  dropChoice()
  window.location.reload()
}

function sendToLog(
  language: Locale,
  decision: Pick<LoggedChoice, 'method' | 'analytics' | 'marketing'>,
): void {
  logChoice({ ...decision, language, sessionId: newId(), bannerVersion: cookieBanner.version })
}
