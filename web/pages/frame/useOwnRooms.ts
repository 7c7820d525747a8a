import { listRooms, type Room } from '#contract/rooms/rooms.ts'
import { useUnread } from '#web/features/rooms/useUnread.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useLiveQuery } from '#web/platform/live/useLiveQuery.ts'

/** The rooms as the ways through the club show them, in its order. */
export type OwnRooms = {
  /** Those one may go into. */
  open: Room[]
  closed: Room[]
  /** Posts one has not seen, of all of them. */
  unread: number
}

/** Fetched once, and kept up to date by events. */
export function useOwnRooms(): OwnRooms {
  const { result, askAgain } = useLiveQuery(listRooms, {})
  useUnread(askAgain)
  useLiveEvents(({ type }) => {
    if (type === 'rooms') askAgain()
  })
  const { rooms = [], plan } = result.data ?? {}
  const isFull = plan !== undefined && plan.limit !== null && plan.used >= plan.limit
  const isClosed = ({ entryRefusal, isDormant, isMember }: Room) =>
    entryRefusal !== null || isDormant || (isFull && !isMember)
  const open = rooms.filter((room) => !isClosed(room))
  return {
    open,
    closed: rooms.filter(isClosed),
    unread: open.reduce((sum, room) => sum + room.unread, 0),
  }
}

/** The first room with something new after the one shown, round the whole of them. */
export function findNextNew({ open }: OwnRooms, slug: string | null): Room | undefined {
  const at = open.findIndex((room) => room.slug === slug)
  return [...open.slice(at + 1), ...open.slice(0, Math.max(at, 0))].find(({ unread }) => unread > 0)
}

/** The room before or after the one shown; from elsewhere the last or the first. */
export function findNeighbour(
  { open }: OwnRooms,
  slug: string | null,
  step: 1 | -1,
): Room | undefined {
  const at = open.findIndex((room) => room.slug === slug)
  return at < 0 ? open.at(step === 1 ? 0 : -1) : open[at + step]
}
