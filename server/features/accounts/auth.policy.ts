// Whether a password is too easy to guess, and how long sessions, links and codes of an account are good.
import { readFileSync } from 'node:fs'
import { parseGermanDate } from '#contract/admission/birthdate.ts'
import { limits } from '#contract/limits.ts'
import { codePoints, normalizeText } from '#contract/words.ts'
import { retentionMs } from '#server/platform/limits/retention.ts'

const list = readFileSync(new URL('./login/common-passwords.txt', import.meta.url), 'utf8')
const common = new Set(list.slice(list.indexOf('\n\n')).trim().split('\n'))

/** A context word shorter than this is too likely to be part of a good password by chance. */
const SHORTEST_WORD = 4
/** What a password must have left once the words anyone could guess are taken out of it. */
const LEAST_OF_ITS_OWN = 4

/** What someone who knows the member would try first. */
type GuessableWords = { email: string; username: string; clubName: string }

/** `weak_password` for one that is too short, on the list of common ones, or made of its owner's own words. */
export function passwordRefusal(
  password: string,
  { email, username, clubName }: GuessableWords,
): 'weak_password' | null {
  if (codePoints(password) < limits.password.min) return 'weak_password'
  const lower = normalizeText(password, 'NFKC').toLowerCase()
  const withoutTail = lower.replace(/[^\p{L}]+$/u, '')
  if (common.has(lower) || common.has(withoutTail)) return 'weak_password'

  const [localPart = ''] = email.split('@')
  const rest = [email, localPart, username, clubName, ...clubName.split(' '), 'club']
    .map((word) => word.toLowerCase().trim())
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), lower)
  // blanks, and what is not drawn, are nothing of its own; neither is one sign over and over
  const seen = [...rest.replaceAll(/[\p{C}\p{M}\p{Z}\u2800\uFFFC\u115F\u1160\u3164\uFFA0]/gu, '')]
  const isPoor = seen.length < LEAST_OF_ITS_OWN || new Set(seen).size < 2
  return isPoor ? 'weak_password' : null
}

const MINUTE = 60_000
/** Milliseconds. */
export const authLifetimes = {
  /** Sliding: as long as the specification allows a log-in cookie (section 9). */
  session: retentionMs('loginCookies'),
  /** An admin's on https: so long without an act, and so long in all. */
  adminIdle: 30 * MINUTE,
  adminSession: 8 * 60 * MINUTE,
  /** A session's token is exchanged for the next one after this. */
  token: 24 * 60 * MINUTE,
  reset: 60 * MINUTE,
  recovery: 60 * MINUTE,
  /** The longest of the mailed secrets, which are deleted when they expire. */
  confirmation: retentionMs('mailTokens'),
  /** For so long after a password was typed, the same person is taken to be at the browser. */
  proof: 10 * MINUTE,
  /** A code by mail, which stands in for a second factor that is not there yet. */
  mailedProof: 15 * MINUTE,
  /** A secret for an authenticator app that no code of was typed for so long is forgotten. */
  totpSetUp: 60 * MINUTE,
  /** A device not used for so long is no longer known. */
  device: 180 * 24 * 60 * MINUTE,
  /** For so long the same sign-up again is taken for a double click or a lost answer. */
  repeatedSignUp: 10 * MINUTE,
} as const satisfies Record<string, number>

type SignedUp = {
  username: string
  city: string | null
  /** `YYYY-MM-DD`. */
  birthdate: string
  createdAt: string
}
type SignUpFields = { username: string; city: string | null; birthdate: string }

/** Whether a sign-up repeats the one that made an account: a double click, or a lost answer. */
export const isSameSignUp = (account: SignedUp, fields: SignUpFields, now: Date): boolean =>
  now.getTime() - Date.parse(account.createdAt) <= authLifetimes.repeatedSignUp &&
  account.username === fields.username &&
  account.city === fields.city &&
  account.birthdate === parseGermanDate(fields.birthdate)
