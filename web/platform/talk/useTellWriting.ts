import { useRef } from 'react'
import { tellWriting } from '#contract/rooms/presence.ts'
import { call } from '#web/platform/api/call.ts'
import { askTable } from './place.ts'

const SEND_MS = 3_000

/** What to do whenever the member writes a letter: told now and then, and only if somebody is there. */
export function useTellWriting(place: string, isHeard: boolean): () => void {
  const sentAt = useRef(-Infinity)
  return () => {
    const now = performance.now()
    if (!isHeard || now - sentAt.current < SEND_MS) return
    sentAt.current = now
    const sent =
      askTable(place, (table, tableId) => table.tellWriting(tableId)) ??
      call(tellWriting, { params: { slug: place } }, { isQuiet: true })
    // nobody waits for it
    sent.catch(() => {})
  }
}
