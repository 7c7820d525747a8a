import { useRef } from 'react'
import { tellWriting } from '#contract/rooms/presence.ts'
import { call } from '#web/platform/api/call.ts'
import { askTable } from './place.ts'

const TELL_MS = 3_000

/** What to do whenever the member writes a letter: told now and then, and only if somebody is there. */
export function useTellWriting(place: string, isHeard: boolean): () => void {
  const toldAt = useRef(-Infinity)
  return () => {
    const now = performance.now()
    if (!isHeard || now - toldAt.current < TELL_MS) return
    toldAt.current = now
    const told =
      askTable(place, (table, tableId) => table.tellWriting(tableId)) ??
      call(tellWriting, { params: { slug: place } })
    // nobody waits for it
    told.catch(() => {})
  }
}
