import type { VerificationStatus } from '#contract/accounts/session.ts'
import { findBarred } from '#contract/content-rules/contactData.ts'
import { limits } from '#contract/limits.ts'
import { codePoints } from '#contract/words.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { findBlocked, type FoundWord } from './words.policy.ts'

type Standing = {
  admittedAt: string | null
  verificationStatus: VerificationStatus
  /** Staff speak for the club, and are known to it. */
  isStaff: boolean
}

/** When the first days are over; null while the member waits to be admitted. */
export const firstDaysEnd = ({ admittedAt }: Pick<Standing, 'admittedAt'>): string | null =>
  admittedAt && new Date(Date.parse(admittedAt) + limits.newcomerDays * DAY_MS).toISOString()

/** In their first seven days, or not verified however long they are here. */
export function isNewcomer(member: Standing, now: Date): boolean {
  if (member.isStaff) return false
  const end = firstDaysEnd(member)
  return member.verificationStatus !== 'verified' || end === null || now < new Date(end)
}

type Barred =
  | { code: 'hidden_now'; found?: undefined }
  | { code: 'contact_data' | 'words_blocked'; found: FoundWord & { kind?: string } }

/** Why this member may not write this now, or null: what is said here, by whom, and who is there to say it. */
export function pacingRefusal(
  member: { isNewcomer: boolean; isHidden: boolean },
  text: string,
  blocked: ReadonlySet<string>,
): Barred | null {
  if (member.isHidden) return { code: 'hidden_now' }
  const word = findBlocked(text, blocked)
  if (word) return { code: 'words_blocked', found: word }
  const contact = member.isNewcomer ? findBarred(text) : undefined
  return contact ? { code: 'contact_data', found: contact } : null
}

/** The seconds until a post would no longer be refused for each of these; null when it would not be now. */
export type PaceWaits = {
  sameText: number | null
  slowMode: number | null
  newcomerLimit: number | null
}

/** Why what is within the limits of everybody was not stored: it was said before, came too soon, or is a newcomer's. */
export function paceRefusal(waits: PaceWaits): PaceRefusal | null {
  const { sameText: again, slowMode: slow, newcomerLimit: newcomer } = waits
  if (again !== null) return { code: 'same_text' }
  if (slow !== null) return { code: 'slow_mode', retryAfter: slow }
  return newcomer === null ? null : { code: 'newcomer_limit', retryAfter: newcomer }
}
type PaceRefusal = { code: 'same_text' | 'slow_mode' | 'newcomer_limit'; retryAfter?: number }

const SIGNS = /[^\p{L}\p{N}]/gu

/** By what a text is known again from the same member; null for what may be said again. */
export function sameText(userId: string, text: string): string | null {
  if (codePoints(text) <= limits.sameTextFree) return null
  const folded = text.normalize('NFKC').toLowerCase().replace(SIGNS, '')
  // signs alone are compared as they stand
  return `${userId}\n${folded || text.replace(/\s/g, '')}`
}

/** By what is known when somebody last wrote in a room. */
export const roomTurnKey = (roomId: string, userId: string): string => `${userId}\n${roomId}`
