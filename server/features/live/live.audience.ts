// All open streams of this process, each with the rooms it may hear at this moment.
import type { LiveEvent } from '#contract/live.ts'
import { isSubscribed } from '#server/features/billing/orders/billing.policy.ts'
import { listDeskStates } from '#server/features/moderation/moderation.ts'
import { countUnreadNotices } from '#server/features/notifications/notifications.ts'
import { roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { encodeEvents } from '#server/platform/stream/encoding.ts'
import type { Outlet } from '#server/platform/http/route.ts'
import { readVisibility } from '#server/platform/member-rules/visibility.ts'
import { RoomPresence, type Onlooker } from './live.presence.ts'
import { Feeds, rooms, tables } from './live.feeds.ts'
import { findListeners, listReceivers, type LiveListener } from './live.queries.ts'

/** One open stream. */
type Tab = Onlooker & {
  sessionId: string
  out: Outlet<LiveEvent>
  rooms: ReadonlySet<string>
  /** The ids of the open tables they sit at. */
  tables: ReadonlySet<string>
  isReady: boolean
  isAdmin: boolean
  isModerator: boolean
  /** What the desk showed them when they were last sent `reports`. */
  desk: string | null
  /** How often its rights were requested; only the answer to the last request counts. */
  requests: number
  /** When its rights change by themselves, in ms since 1970. */
  changesAt: number
}

const SESSIONS_AT_ONCE = 500

const submissions = encodeEvents({ type: 'submissions' } satisfies LiveEvent)
const reports = encodeEvents({ type: 'reports' } satisfies LiveEvent)

/** Soon enough for readers, and a limit for somebody who changes one post after the other. */
const TOLD_AGAIN_MS = 250

const listUserIds = (people: readonly { userId: string }[]): string[] => [
  ...new Set(people.map(({ userId }) => userId)),
]

type AudienceApp = Pick<App, 'build' | 'config' | 'db' | 'bus' | 'keys' | 'log' | 'now'>

/** All open streams of this process, each with the rooms it may receive at this moment. */
export class Audience {
  #app: AudienceApp
  #feeds: Feeds
  #tables: Feeds
  #presence: RoomPresence
  #tabs = new Set<Tab>()
  /** Whose bell is being counted, by the last time that was asked for. */
  #bells = new Map<string, symbol>()
  /** How often what the desk shows has changed, and whether that is being read. */
  #deskChanges = 0
  #isReadingDesk = false
  #changedTables = new Set<string>()
  /** When each room last got an event about changed posts, and the rooms that have changed since. */
  #toldRooms = new Map<string, number>()
  #changedRooms = new Set<string>()

  constructor(app: AudienceApp) {
    this.#app = app
    this.#feeds = new Feeds(app, rooms)
    this.#tables = new Feeds(app, tables)
    this.#presence = new RoomPresence(app)
  }

  /** Adds a stream before it reads its rights, so that no event in between is missed. */
  async add(
    { userId, sessionId, username, sight }: Viewer,
    { line, rooms: shown }: { line?: string | undefined; rooms?: string | undefined },
    out: Outlet<LiveEvent>,
  ): Promise<() => void> {
    const tab: Tab = {
      userId,
      sessionId,
      out,
      sendFrame: (text) => out.sendFrame(text),
      isHeld: true,
      isReady: false,
      isAdmin: false,
      isModerator: false,
      desk: null,
      rooms: new Set(),
      tables: new Set(),
      slugs: new Map(),
      sight,
      wants: shown?.split(',') ?? [],
      places: new Set(),
      username,
      isSeen: false,
      requests: 0,
      changesAt: Infinity,
    }
    this.#tabs.add(tab)
    const forgetName = this.#presence.know(tab, line, () => this.#giveWay(tab))
    await this.#askAgain([tab])
    return () => {
      forgetName()
      if (this.#tabs.has(tab)) this.#presence.leave(tab)
      this.#remove(tab)
    }
  }

  announce(roomId: string, number: number): void {
    this.#feeds.announce(roomId, number)
  }

  announceMessage(tableId: string, number: number): void {
    this.#tables.announce(tableId, number)
  }

  /** Messages were changed or removed; the sweep announces many tables at once. */
  tableChanged(tableId: string): void {
    if (this.#changedTables.size === 0) setImmediate(() => void this.#tellChanged())
    this.#changedTables.add(tableId)
  }

  /**
   * Tabs that show one read it again. Not while the other is hidden: that messages are removed would reveal
   * that they are there.
   */
  async #tellChanged(): Promise<void> {
    const changed = [...this.#changedTables]
    this.#changedTables.clear()
    const shown = new Set([...this.#tabs].flatMap((tab) => [...tab.tables]))
    const tableIds = changed.filter((id) => shown.has(id))
    if (tableIds.length === 0) return
    try {
      const hearers = new Set(
        (await listReceivers(this.#app.db, tableIds)).map((one) => `${one.tableId} ${one.userId}`),
      )
      for (const tab of this.#tabs)
        if (!tab.isHeld && [...tab.tables].some((id) => hearers.has(`${id} ${tab.userId}`)))
          this.#sayReady(tab)
    } catch (error) {
      // the browser loads it again when the table is opened or it reconnects
      this.#app.log.warn({ err: error }, 'who hears of a table could not be read')
    }
  }

  tableRead(userId: string, tableId: string, number: number): void {
    for (const tab of this.#sitting(tableId))
      if (tab.userId === userId) tab.out.send({ type: 'table_read', table: tableId, number })
  }

  /** Sent to the other member of the table alone. */
  tableWriting(userId: string, tableId: string): void {
    for (const tab of this.#sitting(tableId))
      if (tab.userId !== userId) tab.out.send({ type: 'table_writing', table: tableId })
  }

  #sitting = (tableId: string) =>
    [...this.#tabs].filter((tab) => tab.tables.has(tableId) && !tab.isHeld)

  /** A tab whose rights are being read again gets it with the answer. */
  submissionsChanged(): void {
    for (const tab of this.#tabs) if (tab.isAdmin && !tab.isHeld) tab.sendFrame(submissions)
  }

  /** Notifications of a member were added, read or removed. Of several counts under way only the last is sent. */
  async bellChanged(userId: string): Promise<void> {
    const tabs = [...this.#tabs].filter((tab) => tab.userId === userId && !tab.isHeld)
    if (tabs.length === 0) return
    const request = Symbol(userId)
    this.#bells.set(userId, request)
    try {
      const unread = await countUnreadNotices(this.#app, userId)
      if (this.#bells.get(userId) !== request) return
      for (const tab of tabs) if (this.#tabs.has(tab)) tab.out.send({ type: 'bell', unread })
    } catch (error) {
      // the browser loads it again when the bell is opened or it reconnects
      this.#app.log.warn({ err: error }, 'a bell could not be counted')
    } finally {
      if (this.#bells.get(userId) === request) this.#bells.delete(userId)
    }
  }

  /**
   * Sent to staff to whom the desk shows something else by now: nobody hears that there is a case about themselves.
   * However many changes come at once, what it shows is read by one query after the other.
   */
  async reportsChanged(): Promise<void> {
    this.#deskChanges += 1
    if (this.#isReadingDesk) return
    this.#isReadingDesk = true
    for (let seen = 0; seen !== this.#deskChanges;) {
      seen = this.#deskChanges
      await this.#tellDesk()
    }
    this.#isReadingDesk = false
  }

  async #tellDesk(): Promise<void> {
    const tabs = [...this.#tabs].filter((tab) => tab.isModerator && !tab.isHeld)
    try {
      const states = await listDeskStates(this.#app.db, listUserIds(tabs))
      for (const tab of tabs) {
        const desk = states.get(tab.userId) ?? null
        // a tab whose rights are being read again gets it with the answer
        if (!this.#tabs.has(tab) || tab.isHeld || !tab.isModerator || tab.desk === desk) continue
        tab.desk = desk
        tab.sendFrame(reports)
      }
    } catch (error) {
      // an open desk asks by itself, too
      this.#app.log.warn({ err: error }, 'what the desk shows could not be read')
    }
  }

  /**
   * Posts were changed, removed or hidden: browsers that show them compare with the server. The first change is sent
   * at once, further ones together, since each makes every tab of the room read it again.
   */
  postsChanged(roomId: string): void {
    const wait = (this.#toldRooms.get(roomId) ?? 0) + TOLD_AGAIN_MS - performance.now()
    if (wait <= 0) this.#sayChanged(roomId)
    else if (!this.#changedRooms.has(roomId)) {
      this.#changedRooms.add(roomId)
      setTimeout(() => this.#sayChanged(roomId), wait).unref()
    }
  }

  #sayChanged(roomId: string): void {
    this.#changedRooms.delete(roomId)
    this.#toldRooms.set(roomId, performance.now())
    for (const tab of this.#tabs) if (tab.rooms.has(roomId) && !tab.isHeld) this.#sayReady(tab)
  }

  /** Tabs whose table partner or notifications concern a member who hid or is back read again. */
  otherChanged(userId: string): void {
    for (const tab of this.#tabs)
      if (tab.userId === userId && !tab.isHeld) {
        // no number tells that a member sat down at a table
        tab.out.send({ type: 'rooms' })
        this.#sayReady(tab)
      }
  }

  /** What everybody sees of somebody changed, wherever that was shown. */
  sightChanged(): void {
    for (const tab of this.#tabs) if (!tab.isHeld) this.#sayReady(tab)
  }

  /** A member's rooms or rights changed: nothing more is sent to them until the rights are read again. */
  memberChanged(userId: string): void {
    this.#presence.dismiss(userId)
    void this.#askAgain([...this.#tabs].filter((tab) => tab.userId === userId))
  }

  /** Sent to the member's own tabs, so that all show the same count. */
  hasRead(marks: readonly { userId: string; roomId: string; number: number }[]): void {
    const readers = Map.groupBy(marks, ({ userId }) => userId)
    for (const tab of this.#tabs)
      for (const { roomId, number } of readers.get(tab.userId) ?? []) {
        if (tab.isHeld || !tab.rooms.has(roomId)) continue
        tab.out.send({ type: 'read', room: this.#feeds.positionIn(roomId).slug, number })
      }
  }

  sessionsEnded(sessionIds: string[]): void {
    const ended = new Set(sessionIds)
    for (const tab of this.#tabs) if (ended.has(tab.sessionId)) this.#sayGoodbye(tab)
  }

  /** Reads the rights again of those whose session or subscription has expired. */
  checkClock(): void {
    const now = this.#app.now().getTime()
    void this.#askAgain([...this.#tabs].filter((tab) => tab.changesAt <= now))
  }

  /** The connection to the database was lost, and its state may be an earlier one: every stream starts again from it. */
  async startAnew(): Promise<void> {
    for (const tab of this.#tabs) tab.isHeld = true
    this.#feeds.startAnew()
    this.#tables.startAnew()
    await this.catchUp()
  }

  /** Events may have been missed: all rights are read again, and every room up to its newest post. */
  async catchUp(): Promise<void> {
    const tabs = [...this.#tabs]
    for (const tab of tabs) tab.isHeld = true
    for (let start = 0; start < tabs.length; start += SESSIONS_AT_ONCE) {
      const listeners = await this.#askAgain(tabs.slice(start, start + SESSIONS_AT_ONCE))
      for (const listener of listeners) {
        for (const room of listener.rooms) this.#feeds.announce(room.id, room.latest)
        for (const table of listener.tables) this.#tables.announce(table.id, table.latest)
      }
    }
  }

  async #askAgain(tabs: Tab[]): Promise<LiveListener[]> {
    if (tabs.length === 0) return []
    const { config, db, now } = this.#app
    const requestOf = new Map(tabs.map((tab) => [tab, (tab.requests += 1)]))
    for (const tab of tabs) Object.assign(tab, { isHeld: true, changesAt: Infinity })
    try {
      const sessionIds = [...new Set(tabs.map((tab) => tab.sessionId))]
      const listeners = await findListeners(db, config, sessionIds, now())
      const bySession = new Map(listeners.map((listener) => [listener.sessionId, listener]))
      const staff = tabs.filter((tab) => bySession.get(tab.sessionId)?.isModerator)
      const desks = await listDeskStates(db, listUserIds(staff))
      for (const [tab, time] of requestOf)
        if (tab.requests === time && this.#tabs.has(tab))
          this.#settle(tab, bySession.get(tab.sessionId), desks.get(tab.userId) ?? null)
      return listeners
    } catch (error) {
      // closed rather than wrong: the browser reconnects and is authorised again
      this.#app.log.warn({ err: error }, 'rights could not be read; ending streams')
      for (const tab of tabs) this.#end(tab)
      return []
    }
  }

  #settle(tab: Tab, listener: LiveListener | undefined, desk: string | null): void {
    if (!listener) return this.#sayGoodbye(tab)
    const now = this.#app.now()
    if (tab.isReady) tab.out.send({ type: 'rooms' })
    if (listener.suspendedUntil && new Date(listener.suspendedUntil) > now) return this.#end(tab)

    const rights = { ...listener, isSubscriber: isSubscribed(listener.subscribedUntil, now) }
    const open = listener.rooms.filter((room) => roomEntryRefusal(rights, room) === null)
    const roomIds = new Set(open.map((room) => room.id))
    for (const roomId of tab.rooms) if (!roomIds.has(roomId)) this.#feeds.leave(tab, roomId)
    const mayLook = roomEntryRefusal(rights, { accessLevel: 'free' }) === null
    const seats = mayLook ? listener.tables : []
    const sat = new Set(seats.map((table) => table.id))
    for (const tableId of tab.tables) if (!sat.has(tableId)) this.#tables.leave(tab, tableId)

    const ends = [listener.expiresAt, ...(rights.isSubscriber ? [listener.subscribedUntil!] : [])]
    Object.assign(tab, {
      rooms: roomIds,
      tables: sat,
      isHeld: false,
      isReady: true,
      isAdmin: listener.isAdmin,
      slugs: new Map(open.map(({ slug, id }) => [slug, id])),
      isModerator: listener.isModerator,
      desk,
      sight: readVisibility(listener),
      username: listener.username,
      isSeen: listener.isSeen,
      changesAt: Math.min(...ends.map((end) => Date.parse(end))),
    })
    for (const room of open) this.#feeds.join(tab, room)
    for (const { id, latest } of seats) this.#tables.join(tab, { id, slug: id, latest })
    // in the same turn as joining, so that what comes after `latest` is written after this
    this.#sayReady(tab)
    // changes since the page loaded its data may have been announced before this stream opened
    if (tab.isAdmin) tab.sendFrame(submissions)
    this.#presence.take(tab)
    if (tab.isModerator) tab.sendFrame(reports)
  }

  #sayReady(tab: Tab): void {
    const { generation } = this.#app.bus
    const open = [...tab.tables].map((id) => ({ id, latest: this.#tables.positionIn(id).latest }))
    tab.out.send({
      type: 'ready',
      userId: tab.userId,
      ...(generation && { generation }),
      rooms: [...tab.rooms].map((roomId) => this.#feeds.positionIn(roomId)),
      ...(open.length > 0 && { tables: open }),
      ...(this.#app.build && { build: this.#app.build }),
    })
  }

  #sayGoodbye(tab: Tab): void {
    tab.out.send({ type: 'session_ended' })
    this.#end(tab)
  }

  /** The same browser has opened another stream instead. */
  #giveWay(tab: Tab): void {
    this.#presence.leave(tab)
    this.#remove(tab)
    tab.out.end()
  }

  #end(tab: Tab): void {
    this.#presence.standUp(tab)
    this.#remove(tab)
    tab.out.end()
  }

  #remove(tab: Tab): void {
    this.#tabs.delete(tab)
    this.#presence.lookAway(tab)
    for (const roomId of tab.rooms) this.#feeds.leave(tab, roomId)
    for (const tableId of tab.tables) this.#tables.leave(tab, tableId)
  }
}
