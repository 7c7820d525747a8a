import type { CookieRecord } from '#contract/consent/consent.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'

const KEY = 'cookie-consent'

export type Choice = Pick<CookieRecord, 'analytics' | 'marketing'>

/** A clock that was set right since may have dated it a little ahead. */
const AHEAD_MS = 24 * 60 * 60_000

const listeners = new Set<() => void>()
/** Where storage is refused the choice lasts as long as the page. */
let unstored: CookieRecord | null = null

/** The choice that holds on this device; null when there is none, or it has to be asked for again. */
export function readChoice(): CookieRecord | null {
  try {
    const record = JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown
    if (isRecord(record) && holds(record.timestamp, Date.now())) return record
  } catch {
    // storage refused, or something else stands there
  }
  return unstored
}

export function keepChoice({ analytics, marketing }: Choice): void {
  const timestamp = new Date().toISOString()
  const record: CookieRecord = { necessary: true, analytics, marketing, timestamp }
  try {
    localStorage.setItem(KEY, JSON.stringify(record))
  } catch {
    unstored = record
  }
  for (const listener of listeners) listener()
}

export function dropChoice(): void {
  unstored = null
  try {
    localStorage.removeItem(KEY)
  } catch {
    // storage refused: there is nothing to drop
  }
}

/** Hears of a choice made or taken back in this or another tab. Returns the way to stop. */
export function onChoiceChanged(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Without the contract's own schema, which public pages are too light for. */
function isRecord(value: unknown): value is CookieRecord {
  const { necessary, analytics, marketing, timestamp } = (value ?? {}) as Record<string, unknown>
  return (
    necessary === true &&
    typeof analytics === 'boolean' &&
    typeof marketing === 'boolean' &&
    typeof timestamp === 'string'
  )
}

function holds(timestamp: string, now: number): boolean {
  const given = Date.parse(timestamp)
  const changed = Date.parse(cookieBanner.changedAt)
  const until = new Date(given)
  until.setUTCMonth(until.getUTCMonth() + cookieBanner.months)
  // a device whose clock is behind would be asked on every page; what is no date compares as false
  const isOfTheseWords = given >= changed || now < changed
  return isOfTheseWords && given < now + AHEAD_MS && now < until.getTime()
}
