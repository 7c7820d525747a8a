import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countBell } from '#contract/notifications/bell.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents, useLiveState } from '#web/platform/live/live.tsx'

/** The number of unread notifications: requested when the stream connects, then updated by events. */
export function useBellCount(): number {
  const client = useQueryClient()
  const countQuery = query(countBell, {})
  const isLive = useLiveState() === 'live'
  const { data } = useQuery({ ...countQuery, enabled: isLive, staleTime: 300_000 })
  useLiveEvents((event) => {
    if (event.type === 'bell') {
      // an answer that is on its way is older
      void client.cancelQueries(countQuery)
      client.setQueryData(countQuery.queryKey, { unread: event.unread })
    }
    // events were missed while the stream was down
    if (event.type === 'ready') void client.invalidateQueries({ queryKey: countQuery.queryKey })
  })
  const isAllRead = data?.unread === 0
  useEffect(() => {
    if (!isAllRead) return
    // another time tries again
    import('./workerWatch.ts').then(({ closeShown }) => closeShown()).catch(() => {})
  }, [isAllRead])
  return data?.unread ?? 0
}
