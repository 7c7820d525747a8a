import * as z from 'zod/mini'

const AuthEvent = z.enum([
  'signed_in',
  'signed_out',
  'token_refreshed',
  'password_recovery',
  'user_updated',
])
type AuthEvent = z.infer<typeof AuthEvent>

/** What tabs share of the session. Nothing in it opens anything. */
const SessionNote = z.object({
  userId: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  event: AuthEvent,
  /** Somebody logged out, and is not just to sign in again. */
  isLeft: z.optional(z.boolean()),
})
export type SessionNote = z.infer<typeof SessionNote>

const KEY = 'parlour.session'

/** Hears what other tabs announce. Returns the way to stop. */
export function onOtherTabs(listener: (note: SessionNote) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const note = key === KEY ? parse(newValue) : null
    if (note) listener(note)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Tells the other tabs, and leaves the note for those opened later. */
export function announce(
  event: AuthEvent,
  session: { userId: string; expiresAt: string } | null,
  isLeft = false,
): void {
  const { userId = null, expiresAt = null } = session ?? {}
  const note = { userId, expiresAt, event, ...(isLeft && { isLeft }) }
  try {
    // an unchanged value raises no storage event, and the same thing may well happen twice
    localStorage.removeItem(KEY)
    localStorage.setItem(KEY, JSON.stringify(note))
  } catch {
    // storage refused (private windows)
  }
}

/** Restores the note that somebody logged out, in case this tab replaced it by one that their session ended. */
export function keepSignedOutNote(): void {
  const note = readNote()
  if (note?.event === 'signed_out' && !note.isLeft) announce('signed_out', null, true)
}

export function readNote(): SessionNote | null {
  try {
    return parse(localStorage.getItem(KEY))
  } catch {
    return null
  }
}

function parse(text: string | null): SessionNote | null {
  try {
    return SessionNote.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}
