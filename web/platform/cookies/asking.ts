// Asks for a choice while there is none, and stops asking once it was made, here or in another tab.
import type * as z from 'zod/mini'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import type { logCookieChoice } from '#contract/consent/consent.ts'
import type { Locale } from '#web/text/language.ts'
import { newId } from '#web/platform/api/newId.ts'
import type { Banner, openBanner } from './banner.ts'
import { dropChoice, readChoice, keepChoice, onChoiceChanged } from './record.ts'

type Options = {
  /** The banner itself, which only who has not chosen yet needs. */
  load: () => Promise<typeof openBanner>
  locale: () => Locale
  /** Tells when another language is spoken. A public page is reloaded instead. */
  onLocaleChanged?: (listener: () => void) => unknown
}

let shown: Banner | null = null

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

type LoggedChoice = z.infer<typeof logCookieChoice.body>

/** A decision stays on the device until the server has it, because it has to be provable (Art. 7 (1) GDPR). */
const UNSENT = 'parlour.cookie-log.'
const PATH: (typeof logCookieChoice)['path'] = '/api/cookie-choices'

const PAUSE_MS = { first: 2_000, longest: 300_000 }

/** Sends a decision to the log, again and again under its one id until it is there. */
function logChoice(entry: LoggedChoice): void {
  const key = UNSENT + entry.sessionId
  const text = JSON.stringify(entry)
  try {
    localStorage.setItem(key, text)
    void deliver(text, { key })
  } catch {
    // storage refused: it is tried as long as the page stays
    void deliver(text)
  }
}

/** Sends what an earlier page could not. */
function sendUnsent(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const key of keys.filter((one) => one.startsWith(UNSENT)))
      void deliver(localStorage.getItem(key) ?? '', { key, isLate: true })
  } catch {
    // storage refused: nothing was kept
  }
}

type Kept = { key?: string; isLate?: boolean }

/** The session says whose decision it was, so a late try comes without: somebody else may have signed in. */
async function deliver(text: string, { key, isLate = false }: Kept = {}): Promise<void> {
  let credentials: RequestCredentials = isLate ? 'omit' : 'same-origin'
  for (let pause = PAUSE_MS.first; !(await isAnswered(text, credentials)); pause = longer(pause)) {
    credentials = 'omit'
    await new Promise((resolve) => setTimeout(resolve, pause))
    // another tab was quicker
    if (key && localStorage.getItem(key) === null) return
  }
  if (key) localStorage.removeItem(key)
}

const longer = (pause: number) => Math.min(pause * 4, PAUSE_MS.longest)

/** Whether it arrived, or was refused for good: saying the same again would not help then. */
async function isAnswered(body: string, credentials: RequestCredentials): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    // outlives the page, which a withdrawal reloads at once
    const request = { method: 'POST', keepalive: true, credentials, headers, body }
    const { status } = await fetch(PATH, request)
    return status < 500 && status !== 429
  } catch {
    return false
  }
}
