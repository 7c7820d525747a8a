// What components get of the browser's one live stream: its events, its state, and to say what they show.
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

/** The events of the browser’s one stream, for all screens of a tab. */
class LiveStream {
  state: LiveState = 'connecting'
  #place: string | null = null
  #connection: Connection | null = null
  #listeners = new Set<(event: LiveEvent) => void>()
  #watchers = new Set<() => void>()

  publish = (event: LiveEvent): void => {
    for (const listener of this.#listeners) listener(event)
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
    for (const watch of this.#watchers) watch()
  }
  subscribe = (listener: (event: LiveEvent) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  watch = (listener: () => void): (() => void) => {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }
}

const StreamContext = createContext(new LiveStream())

/** Keeps the browser's one stream open, or receives it from the tab that does, while a member is signed in who is not suspended. Mounted once, around the screens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [stream] = useState(() => new LiveStream())
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
      // a request that hangs in a dead connection would be waited for
      await client.cancelQueries({ queryKey })
      // one that is cancelled answers what was known
      const serverTime = (await refetchSession(client))?.club.now
      if (serverTime && serverTime !== before) isClockWrong = false
      else if (isClockWrong) later = setTimeout(() => void askTime(), ASK_LATER_MS)
    }
    const connection = new Connection({
      userId,
      url: (name, rooms) =>
        callPath(followClub, {}, { line: name, rooms: some(rooms).join() || undefined }),
      sendPlaces: (name, rooms) =>
        call(setPlaces, { body: { line: name, rooms: some(rooms) } }, { isQuiet: true }),
      onState: stream.become,
      onUnanswered: askAgain,
      onClockMoved() {
        isClockWrong = true
        // by a clock set back, what was fetched an hour ago would look fresh for another hour
        void client.invalidateQueries({ refetchType: 'none' })
        void askTime()
        stream.publish({ type: 'rooms' })
      },
      onEvent(event) {
        const isReady = event.type === 'ready'
        if ((isReady && event.userId !== userId) || event.type === 'session_ended')
          return askAgain()
        stream.publish(event)
        // it may be how they are themselves seen, changed on another device
        if (event.type === 'rooms') askAgain()
        // the connection was lost: which rooms there are may have changed meanwhile
        if (isReady && isReturn) stream.publish({ type: 'rooms' })
        if (isReady && isClockWrong) void askTime()
        isReturn ||= isReady
      },
    })
    stream.join(connection)
    connection.open()
    return () => {
      isClockWrong = false
      clearTimeout(later)
      stream.join(null)
      connection.close()
    }
  }, [userId, stream, client])

  return <StreamContext value={stream}>{children}</StreamContext>
}

/** Subscribes to every event of the club while the screen is mounted. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const stream = use(StreamContext)
  const handle = useEffectEvent(onEvent)
  useEffect(() => stream.subscribe((event) => handle(event)), [stream])
}

/** Says that this tab shows a room while the screen is mounted. */
export function usePlace(slug: string): void {
  const stream = use(StreamContext)
  useEffect(() => {
    stream.moveTo(slug)
    return () => stream.moveTo(null)
  }, [stream, slug])
}

/** Publishes to every screen of this tab what it learned from an answer. */
export const usePublishEvent = () => use(StreamContext).publish

export function useLiveState(): LiveState {
  const stream = use(StreamContext)
  return useSyncExternalStore(stream.watch, () => stream.state)
}
