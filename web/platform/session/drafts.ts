// What a member began to write and has not sent: kept on the device or in the tab, wiped at log-out.
import { readNote } from './authEvents.ts'

const draftPrefix = (userId: string) => `parlour.draft.${userId}.`
export const draftKey = (userId: string, place: string) => `${draftPrefix(userId)}${place}`
/** Posts not yet sent, one key each. */
export const outboxPrefix = (userId: string) => `parlour.outbox.${userId}.`

/** Posts that arrived lately, which a club that lost them asks for again. */
export const sentKey = (userId: string) => `parlour.sent.${userId}`

/** Where the profile's draft is: no room can have this name, so that it and a room's never meet. */
export const PROFILE_DRAFT = 'own.profile'

/** What a member had begun to write in a room, at a table, or where neither is called so; empty when nothing. */
export function readDraft(userId: string, place: string): string {
  try {
    return localStorage.getItem(draftKey(userId, place)) ?? ''
  } catch {
    return ''
  }
}

/** Whether a member logged out, or somebody else came, which a tab may not have heard yet. */
export function hasLeft(userId: string): boolean {
  const note = readNote()
  return note !== null && note.userId !== userId
}

/** Keeps what a member is writing, without bringing back a wiped draft; answers whether it is kept. */
export function writeDraft(userId: string, place: string, text: string): boolean {
  if (hasLeft(userId)) return false
  try {
    if (text) localStorage.setItem(draftKey(userId, place), text)
    else localStorage.removeItem(draftKey(userId, place))
    return true
  } catch {
    // storage refused or full: the draft lasts as long as the screen
    return false
  }
}

/** The names of what a member began on this device in places whose name begins so. */
export function listDrafts(userId: string, place: string): string[] {
  try {
    const { length } = draftPrefix(userId)
    return listKeys(localStorage, [draftKey(userId, place)]).map((key) => key.slice(length))
  } catch {
    return []
  }
}

/** Forgets what was begun in a place that is there no more, also below a post, and what it answers. */
export function forgetDrafts(userId: string, place: string): void {
  try {
    for (const key of listKeys(localStorage, [draftKey(userId, place)]))
      localStorage.removeItem(key)
  } catch {
    // storage refused: nothing was kept
  }
}

/** What is about others, and what goes to the club: in this tab only. */
const WORDS = 'parlour.words.'
export const wordsPrefix = (userId: string) => `${WORDS}${userId}.`

/** What a member had begun to write in this tab; empty when nothing. */
export function readWords(userId: string, place: string): string {
  try {
    return sessionStorage.getItem(wordsPrefix(userId) + place) ?? ''
  } catch {
    return ''
  }
}

/** As `writeDraft`, but for this tab. */
export function writeWords(userId: string, place: string, text: string): boolean {
  if (hasLeft(userId)) return false
  try {
    if (text) sessionStorage.setItem(wordsPrefix(userId) + place, text)
    else sessionStorage.removeItem(wordsPrefix(userId) + place)
    return true
  } catch {
    return false
  }
}

/** Removes from this tab what anybody else wrote in it. */
export function removeOtherDrafts(userId: string | null): void {
  try {
    for (const key of listKeys(sessionStorage, [WORDS]))
      if (!userId || !key.startsWith(wordsPrefix(userId))) sessionStorage.removeItem(key)
  } catch {
    // storage refused: nothing was kept
  }
}

/** Posts the device would not keep, which this tab alone knows. */
let unstored = 0
export function noteUnstored(count: number): void {
  unstored = count
  // only for so long: some browsers keep no page for going back that may ask
  if (count > 0) window.addEventListener('beforeunload', hold)
  else window.removeEventListener('beforeunload', hold)
}
/** The browser asks whether to leave. */
const hold = (event: Event) => event.preventDefault()

/** Whether logging out would lose words: posts that wait to be sent, or drafts. */
export function hasUnsent(userId: string): boolean {
  if (unstored > 0) return true
  try {
    const begun = listKeys(sessionStorage, [wordsPrefix(userId)])
    return begun.length > 0 || listOwnKeys(userId).some((key) => localStorage.getItem(key)?.trim())
  } catch {
    return false
  }
}

/** Removes every draft and the outbox of a member from this device, and every word from this tab. */
export function wipeWords(userId: string): void {
  try {
    for (const key of [sentKey(userId), ...listOwnKeys(userId)]) localStorage.removeItem(key)
    removeOtherDrafts(null)
  } catch {
    // storage refused: nothing was kept
  }
}

export const listKeys = (storage: Storage, beginnings: string[]) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    beginnings.some((one) => key.startsWith(one)),
  )
const listOwnKeys = (userId: string) =>
  listKeys(localStorage, [draftPrefix(userId), outboxPrefix(userId)])
