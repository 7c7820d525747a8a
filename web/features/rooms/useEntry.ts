import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { enterRoom, listRooms } from '#contract/rooms/rooms.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useAnswered } from '#web/platform/start/early.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { dateFormat } from '#web/text/format.ts'

/** A laptop that slept into another day shows that day's question soon. */
const LOOK_MS = 5_000
const BERLIN_DAY = { dateStyle: 'short', timeZone: 'Europe/Berlin' } as const

/**
 * Enters the room once, on coming in. It is never repeated by itself while the tab is merely looked
 * at again: a member who left in another tab would be back.
 */
export function useEntry(slug: string) {
  const client = useQueryClient()
  const initialData = useAnswered(enterRoom, { params: { slug } })
  const entry = useQuery<AnswerOf<typeof enterRoom>, CallError>({
    queryKey: ['entry', slug],
    queryFn: async () => {
      const answer = await call(enterRoom, { params: { slug } })
      void client.invalidateQueries({ queryKey: query(listRooms, {}).queryKey })
      return answer
    },
    ...(initialData && { initialData }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useNewDay(() => void entry.refetch())
  return entry
}

/** Midnight in Berlin, by the club's clock, brings the next question of the day. */
function useNewDay(onNewDay: () => void): void {
  const { clubNow } = useSession()
  const readDay = useEffectEvent(() => dateFormat('de', BERLIN_DAY).format(clubNow()))
  const handle = useEffectEvent(onNewDay)
  useEffect(() => {
    let day: string | undefined
    const look = () => {
      const today = readDay()
      if (day && day !== today) handle()
      day = today
    }
    // the first look takes a slow phone a while, and the room is shown without it
    const first = setTimeout(look)
    const timer = setInterval(look, LOOK_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
}
