// Who is signed in, kept in memory for as long as the database's events keep it true.
import type { App, Viewer } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { putNewest } from '#server/platform/lists/newest.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { GRACE_MS, viewerByToken, type KnownViewer } from './sessions.queries.ts'

/** However true the notices keep it, nobody is believed for longer than a token that was replaced is good. */
const LONGEST_MS = GRACE_MS
/** From then on somebody is asked for again, while they are answered from memory: one at a time. */
const FRESH_MS = 30_000
const MOST_REMEMBERED = 20_000

type Entry = KnownViewer & { since: number }

/** By what a process knows a token again without keeping it; it opens nothing. */
export const toMark = (hash: Buffer): string => hash.toString('latin1')

/**
 * Who is signed in, as far as this process asked lately. The database's notices about members and
 * sessions take out what changed; while they cannot arrive, nothing is cached.
 */
export class SessionCache {
  #app: Pick<App, 'config' | 'db' | 'bus' | 'now'>
  #entries = new Map<string, Entry>()
  #isRenewing = false

  constructor(app: Pick<App, 'config' | 'db' | 'bus' | 'now'>) {
    this.#app = app
    const { bus } = app
    bus.on('member_changed', ({ userId }) => this.#forget((viewer) => viewer.userId === userId))
    bus.on('sessions_ended', ({ sessionIds }) =>
      this.#forget((viewer) => sessionIds.includes(viewer.sessionId)),
    )
    // what a viewer remembers of rooms goes with them
    bus.on('room_changed', () => this.#entries.clear())
    bus.onReconnect(() => this.#entries.clear())
  }

  async viewer(token: string): Promise<Viewer | null> {
    const { bus, now } = this.#app
    const hash = secretHash(token)
    const key = toMark(hash)
    const at = now().getTime()
    const known = this.#entries.get(key)
    if (!known || !bus.isReceiving || !isCurrent(known, at)) return this.#ask(key, hash)
    if (at >= known.since + FRESH_MS && !this.#isRenewing) void this.#renew(key, hash)
    return known.viewer
  }

  /** Whether somebody is remembered by a token of this mark, who may have to be asked for again. */
  has(mark: string): boolean {
    return this.#entries.has(mark)
  }

  async #ask(key: string, hash: Buffer): Promise<Viewer | null> {
    const { config, db, bus, now } = this.#app
    const { age } = bus
    const at = now()
    const found = await viewerByToken(db, config, hash, at)
    this.#entries.delete(key)
    if (!found) return null
    // read before something changed: good for this request, whose answer was on its way already
    if (bus.isReceiving && bus.age === age)
      putNewest(this.#entries, [key, { ...found, since: at.getTime() }], { most: MOST_REMEMBERED })
    return found.viewer
  }

  async #renew(key: string, hash: Buffer): Promise<void> {
    this.#isRenewing = true
    // one that failed is asked for when its time is up
    await this.#ask(key, hash).catch(() => {})
    this.#isRenewing = false
  }

  #forget(isMeant: (viewer: Viewer) => boolean): void {
    for (const [key, { viewer }] of this.#entries) if (isMeant(viewer)) this.#entries.delete(key)
  }
}

/** A clock that was set back makes everything old. */
const isCurrent = ({ since, changesAt }: Entry, now: number) =>
  now >= since && now < since + LONGEST_MS && now < changesAt

export const getSessionCache = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'now'>) => new SessionCache(app),
)
