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
import { pathOf } from './call.ts'
import { Connection, type LiveState } from './connection.ts'
import { askSessionAgain, useSession } from './session.ts'

/** What all screens of a tab hear from its one stream. */
class Line {
  state: LiveState = 'connecting'
  #hears = new Set<(event: LiveEvent) => void>()
  #watches = new Set<() => void>()

  tell = (event: LiveEvent): void => {
    for (const hear of this.#hears) hear(event)
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

/** Keeps the tab's one stream open while somebody is signed in. Mounted once, around the screens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [line] = useState(() => new Line())
  const client = useQueryClient()
  const { session } = useSession()
  const userId = session && !session.suspension ? session.userId : null

  useEffect(() => {
    if (!userId) return
    const connection = new Connection({
      url: pathOf(followClub),
      onState: line.become,
      onUnanswered: () => void askSessionAgain(client),
      onEvent(event) {
        const isAnothers = event.type === 'ready' && event.userId !== userId
        if (isAnothers || event.type === 'session_ended') void askSessionAgain(client)
        else line.tell(event)
      },
    })
    connection.open()
    return () => connection.close()
  }, [userId, line, client])

  return <LineContext value={line}>{children}</LineContext>
}

/** Hears every event of the club while the screen stands. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const line = use(LineContext)
  const handle = useEffectEvent(onEvent)
  useEffect(() => line.hear((event) => handle(event)), [line])
}

/** Lets every screen hear at once what this tab learned from an answer. */
export const useTellLive = () => use(LineContext).tell

export function useLiveState(): LiveState {
  const line = use(LineContext)
  return useSyncExternalStore(line.watch, () => line.state)
}
