import { useEffect, useState } from 'react'
import { useLiveEvents } from '#web/platform/live/live.tsx'

const FADE_MS = 5_000

/** Whether the other writes: for a few seconds after they last did, or until they have said it. */
export function useOtherWriting(tableId: string, userId: string): boolean {
  const [writtenAt, setWrittenAt] = useState(-Infinity)
  useLiveEvents((event) => {
    if (event.type === 'table_writing' && event.table === tableId) setWrittenAt(performance.now())
    if (event.type === 'message' && event.table === tableId && event.post?.author.id !== userId)
      setWrittenAt(-Infinity)
  })
  useEffect(() => {
    if (writtenAt === -Infinity) return
    const timer = setTimeout(() => setWrittenAt(-Infinity), FADE_MS)
    return () => clearTimeout(timer)
  }, [writtenAt])
  return writtenAt > -Infinity
}
