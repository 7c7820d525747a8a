import { outboxPrefix } from '#web/platform/session/drafts.ts'
import { findTable } from '#web/platform/talk/place.ts'
import { Outgoing } from './outbox.rules.ts'

/**
 * Unsent posts in the storage of the device: one key a post, so that tabs writing at the same moment
 * cannot overwrite each other. A removed key was sent, discarded or wiped, and never comes back.
 */
export class Shelf {
  #prefix: string

  constructor(userId: string) {
    this.#prefix = outboxPrefix(userId)
  }

  /** False when the device refuses to keep it (private windows, full storage). */
  put(entry: Outgoing): boolean {
    try {
      localStorage.setItem(this.#prefix + entry.id, JSON.stringify(write(entry)))
      return true
    } catch {
      return false
    }
  }

  remove(id: string): void {
    try {
      localStorage.removeItem(this.#prefix + id)
    } catch {
      // storage refused: nothing was kept
    }
  }

  read(): Map<string, Outgoing> {
    const found = new Map<string, Outgoing>()
    try {
      for (let index = 0; index < localStorage.length; index += 1) {
        const key = localStorage.key(index)
        if (!key?.startsWith(this.#prefix)) continue
        const entry = parse(localStorage.getItem(key))
        if (entry) found.set(entry.id, entry)
      }
    } catch {
      // storage refused: what was written lives in the tab
    }
    return found
  }

  /** Calls the listener when another tab changed something here, with the entry it stored. */
  watch(listener: (put: Outgoing | null) => void, signal: AbortSignal): void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null || key.startsWith(this.#prefix)) listener(parse(newValue))
    }
    window.addEventListener('storage', onStorage, { signal })
  }
}

/** Older versions of the app read the room from `slug`; they know no tables. */
const write = (entry: Outgoing) => ({
  ...entry,
  ...(findTable(entry.place) === undefined && { slug: entry.place }),
})

function parse(text: string | null): Outgoing | null {
  try {
    const stored = JSON.parse(text ?? 'null') as { slug?: unknown } | null
    return Outgoing.safeParse({ place: stored?.slug, ...stored }).data ?? null
  } catch {
    return null
  }
}
