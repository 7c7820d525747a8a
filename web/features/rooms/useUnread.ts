import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { listRooms, type Room } from '#contract/rooms/rooms.ts'
import type { LiveEvent } from '#contract/live.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'

const { queryKey } = query(listRooms, {})

/** Keeps the unread counts of the rooms up to date; asks again where events were missed. */
export function useUnread(askAgain: () => void): void {
  const client = useQueryClient()
  const { userId } = useMember()
  useLiveEvents((event) => {
    const known = client.getQueryData<AnswerOf<typeof listRooms>>(queryKey)
    if (!known) return
    const rooms = known.rooms.map((room) => applyToUnread(room, event, userId))
    if (rooms.includes('missed')) return askAgain()
    // what no event changed is not newer than it was
    if (rooms.some((room, index) => room !== known.rooms[index]))
      client.setQueryData(queryKey, { ...known, rooms: rooms as Room[] })
  })
}

/** Applies an event to a room; `missed` if it has to be loaded again. */
export function applyToUnread(room: Room, event: LiveEvent, userId: string): Room | 'missed' {
  const { slug, latest, unread } = room
  if (event.type === 'ready') {
    const stands = event.rooms.find((one) => one.slug === slug)
    return stands && stands.latest !== latest ? 'missed' : room
  }
  if (event.type === 'read' && event.room === slug) {
    if (unread === 0) return room
    return event.number >= latest ? { ...room, unread: 0 } : 'missed'
  }
  if (event.type !== 'post' || event.room !== slug || event.number <= latest) return room
  if (event.number > latest + 1) return 'missed'
  const isNews = event.post && event.post.author.id !== userId && !room.isMuted
  const most = limits.unreadCounted
  return { ...room, latest: event.number, unread: Math.min(most, unread + (isNews ? 1 : 0)) }
}
