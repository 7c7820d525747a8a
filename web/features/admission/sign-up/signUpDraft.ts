import { PROFILE_DRAFT, writeDraft } from '#web/platform/session/drafts.ts'
import type { SignUpFields } from './signUpForm.ts'

/** What outlives a reload or a lost connection: everything typed but the password. */
type SignUpDraft = {
  isAdult: boolean
  fields: Partial<Omit<SignUpFields, 'password'>>
  /** The version of the terms they accepted in it. */
  termsVersion: string | null
  /** The address a confirmation was sent to; the form is then done with. */
  sentTo: string | null
  /** Whether ID files had been prepared by then; they are never kept. */
  hadFiles: boolean
  /** The invitation somebody came with. */
  inviteCode: string | null
}

const KEY = 'parlour.sign-up'
const EMPTY: SignUpDraft = {
  isAdult: false,
  fields: {},
  termsVersion: null,
  sentTo: null,
  hadFiles: false,
  inviteCode: null,
}

export function readSignUpDraft(): SignUpDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof stored === 'object' ? { ...EMPTY, ...stored } : EMPTY
  } catch {
    return EMPTY
  }
}

export function keepSignUpDraft(change: Partial<SignUpDraft>): void {
  const { fields, ...draft } = { ...readSignUpDraft(), ...change }
  const { password: _, ...rest } = fields as Partial<SignUpFields>
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...draft, fields: rest }))
  } catch {
    // storage refused: the form lasts as long as the screen
  }
}

export function dropSignUpDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // storage refused: there is nothing to drop
  }
}

const BIO = `${KEY}.bio`

/** The server stores no bio before the consent it needs, so this tab keeps it, for the account of that address. */
export function keepTypedBio(email: string, bio: string): void {
  try {
    if (bio.trim()) sessionStorage.setItem(BIO, JSON.stringify({ email: email.trim(), bio }))
    else sessionStorage.removeItem(BIO)
  } catch {
    // storage refused: it is typed again in the profile
  }
}

/** Puts the bio typed at sign-up into the profile, as something not yet saved, once its author is here. */
export function carryTypedBio({ userId, email }: { userId: string; email: string }): void {
  try {
    const typed = JSON.parse(sessionStorage.getItem(BIO) ?? 'null') as Record<string, string> | null
    sessionStorage.removeItem(BIO)
    if (typed?.['bio'] && typed['email']?.toLowerCase() === email)
      writeDraft(userId, PROFILE_DRAFT, JSON.stringify({ bio: typed['bio'] }))
  } catch {
    // storage refused: it is typed again in the profile
  }
}
