// What a form gets to keep what is typed in it, in this tab only: reports, requests, decisions, answers.
import { useContext, useState } from 'react'
import { listKeys, readWords, wordsPrefix, writeDraft, writeWords } from './drafts.ts'
import { GuardedSession } from './session.ts'

type Kind<D> = {
  place: string
  empty: D
  /** What nobody wants to type twice. */
  wordsIn: (draft: D) => string
  /** What of it may lie on the device; all of it if nothing is said. */
  toStore?: (draft: D) => Partial<D>
}

/**
 * What has been typed so far, by what it is for. It lasts as long as the screen; as soon as there
 * are words in it, over a reload and the end of the session, too, in this tab.
 */
export class TabDrafts<D> {
  #userId: string | null
  #kind: Kind<D>
  #unstored = new Map<string, D>()
  #sending = new Set<string>()
  #watches = new Set<() => void>()
  #sent = new Set<string>()

  constructor(userId: string | null, kind: Kind<D>) {
    this.#userId = userId
    this.#kind = kind
  }

  get(id: string): D | undefined {
    return this.#unstored.get(id) ?? this.#stored(id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** What is begun, without what is just being sent: a list may show the end of it before the answer comes. */
  listIds(): string[] {
    const prefix = this.#userId && `${wordsPrefix(this.#userId)}${this.#kind.place}.`
    const ids = prefix ? listStored(prefix) : []
    return [...new Set([...ids, ...this.#unstored.keys()])].filter((id) => !this.#sending.has(id))
  }

  wordsOf(id: string): string {
    const draft = this.get(id)
    return draft ? this.#kind.wordsIn(draft).trim() : ''
  }

  /** What is sent once and for all: when it has arrived it is kept no more, whatever a form that still stands tells of it. */
  async send(id: string, act: () => Promise<unknown>): Promise<void> {
    this.#sending.add(id)
    try {
      await act()
      this.#sent.add(id)
      this.delete(id)
    } finally {
      this.#sending.delete(id)
      for (const watch of this.#watches) watch()
    }
  }

  /** Called when something was sent, or was not: the form that could say so may be gone. Returns the way to stop. */
  onSent(watch: () => void): () => void {
    this.#watches.add(watch)
    return () => void this.#watches.delete(watch)
  }

  set(id: string, draft: D): void {
    if (this.#sent.has(id)) return
    const { wordsIn, toStore } = this.#kind
    const isWorthIt = wordsIn(draft).trim() !== ''
    const isStored = this.#write(
      id,
      isWorthIt ? JSON.stringify(toStore ? toStore(draft) : draft) : '',
    )
    if (isStored && isWorthIt && !toStore) this.#unstored.delete(id)
    else this.#unstored.set(id, draft)
  }

  delete(id: string): void {
    this.#unstored.delete(id)
    this.#write(id, '')
  }

  /** It is on its way: kept in this tab until that is over, and nobody else is asked about it. */
  release(id: string): void {
    if (this.#userId) writeDraft(this.#userId, `tab.${this.#kind.place}.${id}`, '')
  }

  #write(id: string, text: string): boolean {
    if (!this.#userId) return false
    const place = `${this.#kind.place}.${id}`
    const isStored = writeWords(this.#userId, place, text)
    // notes that there is a draft, but not its content, for a log-out in another tab
    if (isStored) writeDraft(this.#userId, `tab.${place}`, text && 'words')
    return isStored
  }

  #stored(id: string): D | undefined {
    if (!this.#userId) return undefined
    try {
      const text = readWords(this.#userId, `${this.#kind.place}.${id}`)
      // of an earlier version of the app there may be less
      return text ? { ...this.#kind.empty, ...(JSON.parse(text) as Partial<D>) } : undefined
    } catch {
      return undefined
    }
  }
}

/** The drafts of one kind of form, of the member who was let in. */
export function useTabDrafts<D>(kind: Kind<D>): TabDrafts<D> {
  const userId = useContext(GuardedSession)?.userId ?? null
  const [drafts] = useState(() => new TabDrafts(userId, kind))
  return drafts
}

/** The names of what this tab stores, without their beginning. */
function listStored(prefix: string): string[] {
  try {
    return listKeys(sessionStorage, [prefix]).map((key) => key.slice(prefix.length))
  } catch {
    return []
  }
}
