import { useMutation, useQueryClient } from '@tanstack/react-query'
import { countBell } from '#contract/notifications/bell.ts'
import {
  listBell,
  readBell,
  readBellItem,
  type BellItem,
} from '#contract/notifications/bellItems.ts'
import { call, callPath, query, type CallError } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'

const KEY = [callPath(listBell), 'pages']

/** One's notices, kept up to date by events. */
export function useBell() {
  const client = useQueryClient()
  const list = usePages({
    key: KEY,
    ask: (before, signal) => call(listBell, { query: { before } }, { signal }),
    linesOf: ({ items }) => items,
    next: ({ next }) => next,
  })
  useLiveEvents(({ type }) => {
    if (type === 'bell' || type === 'ready') void client.invalidateQueries({ queryKey: KEY })
  })
  return list
}

function useReading<Variables>(act: (variables: Variables) => Promise<{ unread: number }>) {
  const client = useQueryClient()
  return useMutation<{ unread: number }, CallError, Variables>({
    mutationFn: act,
    onSuccess: (counted) => {
      client.setQueryData(query(countBell, {}).queryKey, counted)
      void client.invalidateQueries({ queryKey: KEY })
    },
  })
}

export const useReadItem = () =>
  useReading(({ id }: Pick<BellItem, 'id'>) => call(readBellItem, { params: { itemId: id } }))

/** Up to the newest that is shown. */
export const useReadAll = () =>
  useReading(({ at }: Pick<BellItem, 'at'>) => call(readBell, { body: { until: at } }))
