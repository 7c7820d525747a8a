import { randomInt } from 'node:crypto'
import type { App, Viewer } from '#server/platform/context.ts'
import { onePerHub } from '#server/platform/events.ts'
import { secretHash } from '#server/platform/secrets.ts'
import { viewerByToken, type Known } from './sessions.queries.ts'

/** However true the notices keep it, nothing is believed for longer. */
const LONGEST_MS = 10_000
/** Up to so much shorter, by chance: who came at the same moment shall not be asked for again at the same moment. */
const SPREAD_MS = 5_000
const MOST_REMEMBERED = 20_000

type Entry = Known & { since: number; until: number }

/**
 * Who is signed in, as far as this process asked lately. The database's notices about members and
 * sessions take out what changed; while they cannot be heard, nothing is remembered.
 */
export class ViewerMemory {
  #app: Pick<App, 'config' | 'db' | 'hub' | 'now'>
  #entries = new Map<string, Entry>()

  constructor(app: Pick<App, 'config' | 'db' | 'hub' | 'now'>) {
    this.#app = app
    const { hub } = app
    hub.on('member_changed', ({ userId }) => this.#forget((viewer) => viewer.userId === userId))
    hub.on('sessions_ended', ({ sessionIds }) =>
      this.#forget((viewer) => sessionIds.includes(viewer.sessionId)),
    )
    // what a viewer remembers of rooms goes with them
    hub.on('room_changed', () => this.#entries.clear())
    hub.onAgain(() => this.#entries.clear())
  }

  async viewer(token: string): Promise<Viewer | null> {
    const { config, db, hub, now } = this.#app
    const hash = secretHash(token)
    const key = hash.toString('latin1')
    const at = now()
    const known = this.#entries.get(key)
    if (known && hub.isHearing && isCurrent(known, at.getTime())) return known.viewer

    const { age } = hub
    const found = await viewerByToken(db, config, hash, at)
    this.#entries.delete(key)
    if (!found) return null
    // read before something changed: good for this request, whose answer was on its way already
    if (hub.isHearing && hub.age === age) {
      const since = at.getTime()
      this.#keep(key, { ...found, since, until: since + LONGEST_MS - randomInt(SPREAD_MS) })
    }
    return found.viewer
  }

  #keep(key: string, entry: Entry): void {
    const [oldest] = this.#entries.size < MOST_REMEMBERED ? [] : this.#entries.keys()
    if (oldest) this.#entries.delete(oldest)
    this.#entries.set(key, entry)
  }

  #forget(isMeant: (viewer: Viewer) => boolean): void {
    for (const [key, { viewer }] of this.#entries) if (isMeant(viewer)) this.#entries.delete(key)
  }
}

/** A clock that was set back makes everything old. */
const isCurrent = ({ since, until, changesAt }: Entry, now: number) =>
  now >= since && now < until && now < changesAt

export const memoryOf = onePerHub(
  (app: Pick<App, 'config' | 'db' | 'hub' | 'now'>) => new ViewerMemory(app),
)
