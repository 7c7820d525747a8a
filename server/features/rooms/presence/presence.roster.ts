// Who is in which room now and who writes there, over all server processes, kept in memory alone.
import { randomUUID } from 'node:crypto'
import type { Present } from '#contract/rooms/presence.ts'
import type { App } from '#server/platform/context.ts'
import type { FleetingNotice } from '#server/platform/transport/fleeting.ts'
import { perApp } from '#server/platform/database/events.ts'
import { batchChanges, type PresenceChange, type PresenceBatch } from './presence.batches.ts'

/** In ms. Stale, looked at every half second, is well within a minute. */
const PACE = { gather: 1_000, beat: 20_000, stale: 50_000, linger: 8_000, writing: 2_500 }

/** Somebody in a room: at which processes they have a tab open there. */
type Entry = { person: Present; at: Set<string> }
type Seat = { roomId: string; person: Present }
type RosterListener = {
  changed(roomId: string): void
  writing(roomId: string, userId: string): void
}
type PresenceNotice = Extract<FleetingNotice, { kind: 'presence' }>

/** A browser with a stream here, by what it calls its line. */
type NamedLine = { userId: string; move(rooms: readonly string[]): void; giveWay(): void }

/**
 * Who is in which room, over all server processes, in memory alone: each process tells the others
 * what changes among its own, and beats while it has any. One that fell silent is forgotten, and
 * a process that may have missed something asks the others.
 */
export class Roster {
  readonly lines = new Map<string, NamedLine>()
  #app: Pick<App, 'bus'>
  #pace: typeof PACE
  #id = randomUUID()
  #rooms = new Map<string, Map<string, Entry>>()
  /** Each stream's seats here, and until when those of ended ones are kept: most come back. */
  #seats = new Map<object, readonly Seat[]>()
  #left = new Map<object, number>()
  #others = new Map<string, { heardAt: number; size: number }>()
  #changes = new Map<string, PresenceChange>()
  #writers = new Map<string, { at: number; isTold: boolean; pair: [string, string] }>()
  #isWholeDue = false
  #sentAt = 0
  #sending: Promise<void> = Promise.resolve()
  #hears: RosterListener[] = []

  constructor(app: Pick<App, 'bus'>, pace: Partial<typeof PACE> = {}) {
    this.#app = app
    this.#pace = { ...PACE, ...pace }
    app.bus.on('presence', (notice) => this.#receive(notice))
    app.bus.on('presence_asked', ({ from }) => (this.#isWholeDue ||= from !== this.#id))
    app.bus.on('writing', ({ from, who }) => {
      if (from !== this.#id) for (const [roomId, userId] of who) this.#tellWriting(roomId, userId)
    })
    app.bus.onFleetingAgain(() => this.#requestAll())
    this.#requestAll()
  }

  onChange(hears: RosterListener): void {
    this.#hears.push(hears)
  }

  /** Those in a room in the order they came. */
  in(roomId: string): Present[] {
    return [...(this.#rooms.get(roomId)?.values() ?? [])].map(({ person }) => person)
  }

  has(roomId: string, userId: string): boolean {
    return this.#rooms.get(roomId)?.has(userId) ?? false
  }

  find(roomId: string, userId: string): Present | undefined {
    return this.#rooms.get(roomId)?.get(userId)?.person
  }

  count(roomId: string): number {
    return this.#rooms.get(roomId)?.size ?? 0
  }

  /** Where a stream shows somebody, if anywhere. */
  seat(stream: object, seats: readonly Seat[]): void {
    const before = this.#seats.get(stream) ?? []
    this.#left.delete(stream)
    if (seats.length > 0) this.#seats.set(stream, seats)
    else this.#seats.delete(stream)
    for (const seat of seats) this.#enter(this.#id, seat)
    for (const seat of before) this.#standUp(seat)
  }

  /** The stream ended by itself: its tab may be about to come back. */
  leave(stream: object): void {
    if (this.#seats.has(stream)) this.#left.set(stream, performance.now() + this.#pace.linger)
  }

  /**
   * Seats kept for somebody's tabs that may come back are given up; and those at other processes, while these could
   * not take them back.
   */
  dismiss(userId: string): void {
    for (const stream of this.#left.keys())
      if (this.#seats.get(stream)?.[0]?.person.id === userId) this.seat(stream, [])
    if (!this.#app.bus.transport?.trouble) return
    for (const process of this.#others.keys())
      for (const roomId of this.#rooms.keys()) this.#exit(process, roomId, userId)
  }

  /** Moves a browser that has its stream here; whether it has. Only its own member may. */
  moveLine(name: string, userId: string, rooms: readonly string[]): boolean {
    const line = this.lines.get(name)
    if (line?.userId === userId) line.move(rooms)
    return line !== undefined
  }

  /** Somebody writes in a room; told no more often than a reader has use for, and only if there is one. */
  write(roomId: string, userId: string): void {
    const key = `${roomId} ${userId}`
    if (!this.has(roomId, userId) || this.count(roomId) < 2 || this.#writers.has(key)) return
    const isTold = this.#others.size === 0
    this.#writers.set(key, { at: performance.now(), isTold, pair: [roomId, userId] })
    this.#tellWriting(roomId, userId)
  }

  /** What is due by now. */
  turn(): void {
    const now = performance.now()
    for (const [stream, until] of this.#left) if (until <= now) this.seat(stream, [])
    for (const [id, { heardAt }] of this.#others)
      if (now - heardAt > this.#pace.stale) this.#forget(id)
    const news = [...this.#writers.values()].filter((one) => !one.isTold)
    for (const one of news) one.isTold = true
    for (const [key, { at }] of this.#writers)
      if (now - at > this.#pace.writing) this.#writers.delete(key)
    const who = news.map(({ pair }) => pair)
    for (let start = 0; start < who.length; start += 80)
      this.#send(() =>
        this.#publish({ kind: 'writing', from: this.#id, who: who.slice(start, start + 80) }),
      )
    const isGathered = this.#changes.size > 0 && now - this.#sentAt >= this.#pace.gather
    const isSilent = this.#seats.size > 0 && now - this.#sentAt >= this.#pace.beat
    if (this.#isWholeDue || isGathered || isSilent) this.#publishChanges(now)
  }

  /** Nobody is here any more. */
  stop(): void {
    for (const stream of this.#seats.keys()) this.seat(stream, [])
    this.#publishChanges(performance.now())
  }

  #publishChanges(now: number): void {
    const isWhole = this.#isWholeDue
    const seats = [...this.#rooms].flatMap(([roomId, people]) =>
      [...people.values()].flatMap(({ at, person }) =>
        at.has(this.#id) ? [{ roomId, person }] : [],
      ),
    )
    const changes: PresenceChange[] = isWhole
      ? seats.map((seat) => ({ ...seat, isIn: true }))
      : [...this.#changes.values()]
    this.#changes.clear()
    this.#isWholeDue = false
    this.#sentAt = now
    const batches = batchChanges(changes)
    this.#send(async () => {
      for (const [index, batch] of batches.entries()) {
        const isLast = index === batches.length - 1
        const size = isLast ? seats.length : null
        const part = { isWhole: isWhole && index === 0, size, ...batch }
        await this.#publish({ kind: 'presence', from: this.#id, ...part })
      }
    })
  }

  #requestAll(): void {
    this.#isWholeDue = true
    this.#send(() => this.#publish({ kind: 'presence_asked', from: this.#id }))
  }

  async #publish(notice: FleetingNotice): Promise<void> {
    if (!(await this.#app.bus.publish(notice))) throw new Error('nobody can be told')
  }

  /** In order; what cannot be said now is made good as a whole. */
  #send(say: () => Promise<void>): void {
    this.#sending = this.#sending.then(say).catch(() => void (this.#isWholeDue = true))
  }

  #receive({ from, isWhole, size, came, went }: PresenceNotice & PresenceBatch): void {
    if (from === this.#id) return
    if (isWhole) this.#forget(from)
    const other = this.#others.get(from) ?? { heardAt: 0, size: 0 }
    this.#others.set(from, other)
    other.heardAt = performance.now()
    for (const [roomId, id, username] of came)
      this.#enter(from, { roomId, person: { id, username } })
    for (const [roomId, id] of went) this.#exit(from, roomId, id)
    // something of theirs was missed
    if (size !== null && size !== other.size)
      this.#send(() => this.#publish({ kind: 'presence_asked', from: this.#id }))
  }

  #standUp({ roomId, person }: Seat): void {
    for (const seats of this.#seats.values())
      for (const seat of seats) if (seat.person.id === person.id && seat.roomId === roomId) return
    this.#exit(this.#id, roomId, person.id)
  }

  #enter(process: string, { roomId, person }: Seat): void {
    const people = this.#rooms.get(roomId) ?? new Map<string, Entry>()
    this.#rooms.set(roomId, people)
    const known = people.get(person.id)
    if (known?.at.has(process) && known.person.username === person.username) return
    const entry = known ?? { person, at: new Set() }
    const other = this.#others.get(process)
    if (other && !entry.at.has(process)) other.size += 1
    entry.at.add(process)
    const isNews = !known || known.person.username !== person.username
    entry.person = person
    people.set(person.id, entry)
    this.#note(process, { roomId, person, isIn: true })
    if (isNews) this.#changed(roomId)
  }

  #exit(process: string, roomId: string, userId: string): void {
    const people = this.#rooms.get(roomId)
    const entry = people?.get(userId)
    if (!people || !entry?.at.delete(process)) return
    const other = this.#others.get(process)
    if (other) other.size -= 1
    this.#note(process, { roomId, person: entry.person, isIn: false })
    if (entry.at.size > 0) return
    people.delete(userId)
    if (people.size === 0) this.#rooms.delete(roomId)
    this.#changed(roomId)
  }

  #note(process: string, change: PresenceChange): void {
    if (process === this.#id) this.#changes.set(`${change.roomId} ${change.person.id}`, change)
  }

  #forget(process: string): void {
    for (const [roomId, people] of this.#rooms)
      for (const userId of people.keys()) this.#exit(process, roomId, userId)
    this.#others.delete(process)
  }

  #changed(roomId: string): void {
    for (const listener of this.#hears) listener.changed(roomId)
  }

  #tellWriting(roomId: string, userId: string): void {
    for (const listener of this.#hears) listener.writing(roomId, userId)
  }
}

export const getRoster = perApp((app: Pick<App, 'bus'>) => new Roster(app))
