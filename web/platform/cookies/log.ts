import type * as z from 'zod/mini'
import type { logCookieChoice } from '#contract/consent/consent.ts'

export type LoggedChoice = z.infer<typeof logCookieChoice.body>

/** A decision stays on the device until the server has it, because it has to be provable (Art. 7 (1) GDPR). */
const UNSENT = 'parlour.cookie-log.'
const PATH: (typeof logCookieChoice)['path'] = '/api/cookie-choices'

const PAUSE_MS = { first: 2_000, longest: 300_000 }

/** Sends a decision to the log, again and again under its one id until it is there. */
export function logChoice(entry: LoggedChoice): void {
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
export function sendUnsent(): void {
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
