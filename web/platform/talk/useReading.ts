import { useEffect, useState } from 'react'
import { markRead } from '#contract/rooms/unread.ts'
import { call } from '#web/platform/api/call.ts'
import { askTable } from './place.ts'

/** In a full room everybody sees a post at once; nobody's other device is in such a hurry. */
const FIRST_MS = 800
const AGAIN_MS = 5_000

/**
 * Tells how far a place is read: a little later, and at once when the member looks away. As long as
 * it has a line, where what is new ends and nobody has been, what stands above it is not read.
 */
class ReadMark {
  #place: string
  #hasLine: boolean
  #seen = 0
  #read = 0
  #sent: number
  #sentAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(place: string, sent: number, hasLine: boolean) {
    this.#place = place
    this.#sent = sent
    this.#hasLine = hasLine
  }

  see = (number: number): void => {
    this.#seen = Math.max(this.#seen, number)
    if (!this.#hasLine) this.readTo(this.#seen)
  }

  /** All up to that one is read. */
  readTo = (number: number): void => {
    this.#read = Math.max(this.#read, number)
    const wait = Math.max(FIRST_MS, this.#sentAt + AGAIN_MS - performance.now())
    if (this.#read > this.#sent) this.#timer ??= setTimeout(this.flush, wait)
  }

  /** The line was in sight, or does not matter any more. */
  cross = (): void => {
    this.#hasLine = false
    this.see(0)
  }

  flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const before = this.#sent
    if (this.#read <= before) return
    this.#sent = this.#read
    this.#sentAt = performance.now()
    // sent again with what is seen next
    sendRead(this.#place, this.#sent).catch(() => (this.#sent = before))
  }
}

const sendRead = (place: string, number: number): Promise<unknown> =>
  askTable(place, (table, tableId) => table.markRead(tableId, number)) ??
  call(markRead, { params: { slug: place }, body: { number } }, { staysOn: true, isQuiet: true })

type Arrival = { readNumber: number; readAt: string | null; unread: number }

/** What was new when the member came in, if anything, and where to say what they see now. */
export function useReading(place: string, came: Arrival) {
  const [news] = useState(() => (came.unread > 0 ? came : null))
  const [mark] = useState(() => new ReadMark(place, came.readNumber, news !== null))
  useEffect(() => {
    const look = () => document.visibilityState === 'hidden' && mark.flush()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      mark.flush()
    }
  }, [mark])
  return { news, onSeen: mark.see, onLine: mark.cross, onReadTo: mark.readTo }
}
