import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { listUnread, markRead } from '#contract/rooms/unread.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'

const news = query(listUnread, { query: { each: limits.unreadEach } })

export type NewsRoom = AnswerOf<typeof listUnread>['rooms'][number]

/** What is new in one's rooms, as it was when one began to read it. */
export function useNews() {
  useRefetchOnChange(news.queryKey)
  return useQuery({ ...news, staleTime: 0 })
}

/** Marks rooms as read up to what was there; they leave the list. */
export function useReadRooms() {
  const client = useQueryClient()
  return useMutation<unknown, CallError, readonly NewsRoom[]>({
    mutationFn: (rooms) =>
      Promise.all(
        rooms.map(({ slug, latest: number }) =>
          call(markRead, { params: { slug }, body: { number } }),
        ),
      ),
    onSuccess: (_, read) => {
      const slugs = new Set(read.map(({ slug }) => slug))
      client.setQueryData(news.queryKey, (known) => ({
        rooms: (known?.rooms ?? []).filter(({ slug }) => !slugs.has(slug)),
      }))
      void client.invalidateQueries({ queryKey: query(listRooms, {}).queryKey })
    },
  })
}
