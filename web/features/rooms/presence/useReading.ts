import { useEffect, useState } from 'react'
import { markRead } from '#contract/rooms/unread.ts'
import { call } from '#web/platform/api/call.ts'

/** In a full room everybody sees a post at once; nobody's other device is in such a hurry. */
const FIRST_MS = 800
const AGAIN_MS = 5_000

/** Tells how far a room is read: a little later, and at once when the member looks away. */
class ReadMark {
  #slug: string
  #seen = 0
  #told: number
  #toldAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(slug: string, told: number) {
    this.#slug = slug
    this.#told = told
  }

  see = (number: number): void => {
    this.#seen = Math.max(this.#seen, number)
    const wait = Math.max(FIRST_MS, this.#toldAt + AGAIN_MS - performance.now())
    if (this.#seen > this.#told) this.#timer ??= setTimeout(this.flush, wait)
  }

  flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const before = this.#told
    if (this.#seen <= before) return
    this.#told = this.#seen
    this.#toldAt = performance.now()
    const request = { params: { slug: this.#slug }, body: { number: this.#told } }
    // told again with whatever is seen next
    call(markRead, request, { staysOn: true }).catch(() => (this.#told = before))
  }
}

/** How far the member had read when they came in, if something was new, and where to say what they see now. */
export function useReading(slug: string, came: { readNumber: number; unread: number }) {
  const [mark] = useState(() => new ReadMark(slug, came.readNumber))
  const [newAbove] = useState(() => (came.unread > 0 ? came.readNumber : null))
  useEffect(() => {
    const look = () => document.visibilityState === 'hidden' && mark.flush()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      mark.flush()
    }
  }, [mark])
  return { newAbove, onSeen: mark.see }
}
