import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { followClub, type LiveEvent } from '#contract/live.ts'
import { limits } from '#contract/limits.ts'
import { setPlaces } from '#contract/rooms/presence.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { Connection, type LiveState } from './connection.ts'
import { refetchSession, sessionQuery, useSession } from '#web/platform/session/session.ts'

const ASK_LATER_MS = 3_000
const some = (rooms: string[]) => rooms.slice(0, limits.roomsPerLine)

/** What all screens of a tab hear from the one stream of its browser. */
class Line {
  state: LiveState = 'connecting'
  #place: string | null = null
  #connection: Connection | null = null
  #hears = new Set<(event: LiveEvent) => void>()
  #watches = new Set<() => void>()

  tell = (event: LiveEvent): void => {
    for (const hear of this.#hears) hear(event)
  }
  /** Says on which connection the tab shows what it shows. */
  join = (connection: Connection | null): void => {
    this.#connection = connection
    connection?.show(this.#place)
  }
  moveTo = (slug: string | null): void => {
    this.#place = slug
    // from one room to the next in one go
    queueMicrotask(() => this.#connection?.show(this.#place))
  }
  become = (state: LiveState): void => {
    this.state = state
    for (const watch of this.#watches) watch()
  }
  hear = (listener: (event: LiveEvent) => void): (() => void) => {
    this.#hears.add(listener)
    return () => void this.#hears.delete(listener)
  }
  watch = (listener: () => void): (() => void) => {
    this.#watches.add(listener)
    return () => void this.#watches.delete(listener)
  }
}

const LineContext = createContext(new Line())

/** Keeps the browser's one stream open, or hears it from the tab that does, while somebody is signed in. Mounted once, around the screens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [line] = useState(() => new Line())
  const client = useQueryClient()
  const { session } = useSession()
  const userId = session && !session.suspension ? session.userId : null

  useEffect(() => {
    if (!userId) return
    let isReturn = false
    let isClockWrong = false
    let later: ReturnType<typeof setTimeout> | undefined
    const askAgain = () => void refetchSession(client)
    const askTime = async () => {
      clearTimeout(later)
      const { queryKey } = sessionQuery
      const before = client.getQueryData(queryKey)?.club.now
      // a question that hangs in a line gone dead would be waited for
      await client.cancelQueries({ queryKey })
      // one that is cancelled answers what was known
      const told = (await refetchSession(client))?.club.now
      if (told && told !== before) isClockWrong = false
      else if (isClockWrong) later = setTimeout(() => void askTime(), ASK_LATER_MS)
    }
    const connection = new Connection({
      userId,
      url: (name, rooms) =>
        callPath(followClub, {}, { line: name, rooms: some(rooms).join() || undefined }),
      tellPlaces: (name, rooms) => call(setPlaces, { body: { line: name, rooms: some(rooms) } }),
      onState: line.become,
      onUnanswered: askAgain,
      onClockMoved() {
        isClockWrong = true
        // by a clock set back, what was fetched an hour ago would look fresh for another hour
        void client.invalidateQueries({ refetchType: 'none' })
        void askTime()
        line.tell({ type: 'rooms' })
      },
      onEvent(event) {
        const isReady = event.type === 'ready'
        if ((isReady && event.userId !== userId) || event.type === 'session_ended')
          return askAgain()
        line.tell(event)
        // it may be how they are themselves seen, changed on another device
        if (event.type === 'rooms') askAgain()
        // the line was away: which rooms there are may have changed unheard
        if (isReady && isReturn) line.tell({ type: 'rooms' })
        if (isReady && isClockWrong) void askTime()
        isReturn ||= isReady
      },
    })
    line.join(connection)
    connection.open()
    return () => {
      isClockWrong = false
      clearTimeout(later)
      line.join(null)
      connection.close()
    }
  }, [userId, line, client])

  return <LineContext value={line}>{children}</LineContext>
}

/** Hears every event of the club while the screen stands. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const line = use(LineContext)
  const handle = useEffectEvent(onEvent)
  useEffect(() => line.hear((event) => handle(event)), [line])
}

/** Says that this tab shows a room for as long as the screen stands. */
export function usePlace(slug: string): void {
  const line = use(LineContext)
  useEffect(() => {
    line.moveTo(slug)
    return () => line.moveTo(null)
  }, [line, slug])
}

/** Lets every screen hear at once what this tab learned from an answer. */
export const useTellLive = () => use(LineContext).tell

export function useLiveState(): LiveState {
  const line = use(LineContext)
  return useSyncExternalStore(line.watch, () => line.state)
}
