import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { excerpt } from '#contract/excerpt.ts'
import { limits } from '#contract/limits.ts'
import { listLastWords } from '#contract/rooms/unread.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'

export type LastWords = AnswerOf<typeof listLastWords>['rooms'][number]

const lastWordsQuery = query(listLastWords, {})
/** Presence is only sent to those in the room, so elsewhere it is polled. */
const AGAIN_MS = 60_000

/** The last post of each of one's rooms, kept up to date by events, and who is there. */
export function useLastWords(): ReadonlyMap<string, LastWords> {
  const client = useQueryClient()
  const { data } = useQuery({ ...lastWordsQuery, staleTime: 0, refetchInterval: AGAIN_MS })
  useLiveEvents((event) => {
    if (event.type === 'ready') void client.invalidateQueries({ queryKey: lastWordsQuery.queryKey })
    if (event.type !== 'post' || !event.post) return
    const { author, createdAt: at, text } = event.post
    const last = { author, at, text: excerpt(text.split('\n', 1)[0] ?? '', limits.excerpt) }
    client.setQueryData(
      lastWordsQuery.queryKey,
      (known) =>
        known && {
          rooms: known.rooms.map((room) => (room.slug === event.room ? { ...room, last } : room)),
        },
    )
  })
  const { muted } = useMember()
  return useMemo(() => {
    const fold = ({ last, ...room }: LastWords): LastWords => ({
      ...room,
      last: last && muted.includes(last.author.id) ? { ...last, text: '…' } : last,
    })
    return new Map(data?.rooms.map((room) => [room.slug, fold(room)]))
  }, [data, muted])
}
