// Which of a browser's tabs holds the live stream for all of them, and which rooms they show.
import type { LiveEvent } from '#contract/live.ts'
import { newId } from '#web/platform/api/newId.ts'
import { openChannel } from '#web/platform/session/openChannel.ts'
import { findStanding, findPlace } from '#web/platform/talk/place.ts'

type Ready = Extract<LiveEvent, { type: 'ready' }>

/** A message of the leading tab: an event of the server, or that it has no connection. */
type Led = {
  by: string
  claim: number
  line: string
  data?: string
  /** For this tab alone, which was just opened. */
  to?: string
  /** It lost its connection and tries again, or is being closed and another tab has to lead. */
  lost?: 'tries' | 'gone'
}
export type FromLeader = Pick<Led, 'data' | 'lost'> & { isWelcome?: boolean }

/** A message of any tab: which room it shows, and whether it was just opened or is being closed. */
type Placed = { tab: string; room: string | null; is?: 'new' | 'gone' }

export type Shared = {
  /** The member whose tabs share a connection. */
  userId: string
  /** The address of the stream, by the id of this browser's connection and the rooms its tabs show. */
  url(line: string, rooms: string[]): string
  /** Called when the tabs show other rooms than the server knows, or one opened a room. */
  sendPlaces(line: string, rooms: string[]): Promise<unknown>
}
/** A tab that misses more beats than this is frozen or closed. */
const MOST_MISSED = 2

/**
 * The tabs of one member's browser, of which one holds the connection for all (decision 006). The tab with the
 * latest claim leads; the one that led before steps back when it hears of it.
 */
export class Tabs {
  isLeading = false
  /** The server's id of the browser's connection, whichever tab holds it. */
  #line = newId()
  #tab = newId()
  #room: string | null = null
  #claim = 0
  /** Which tab leads, if another does. */
  #leader = ''
  #others = new Map<string, { room: string | null; missed: number }>()
  /** The newest number of each room, while there is a connection. */
  #ready: Ready | null = null
  /** The rooms last sent to the server. */
  #sentRooms: string | null = null
  #channel: BroadcastChannel | undefined
  #shared: Shared
  #onLed: (note: FromLeader) => void

  /** `onLed` receives the messages of another tab that leads. */
  constructor(shared: Shared, onLed: (note: FromLeader) => void) {
    this.#shared = shared
    this.#onLed = onLed
  }

  /** Asks other tabs whether one of them leads. False when tabs cannot talk to each other. */
  join(): boolean {
    const channel = openChannel(`line of ${this.#shared.userId}`)
    if (!channel) return false
    this.#channel = channel
    channel.onmessage = ({ data }: MessageEvent<Led | Placed>) => {
      if ('tab' in data) this.#place(data)
      else this.#follow(data)
    }
    this.answer('new')
    return true
  }

  leave(): void {
    this.tell({ lost: 'gone' })
    this.answer('gone')
    this.#channel?.close()
    this.#channel = undefined
    this.isLeading = false
  }

  /** Makes this tab the leader. Answers the address of the stream. */
  lead(): string {
    this.#claim = Math.max(Date.now(), this.#claim + 1) + Math.random()
    this.isLeading = true
    // if it is only slow it answers, and is added again
    this.#others.delete(this.#leader)
    this.tell({ lost: 'tries' })
    const rooms = this.#rooms()
    this.#sentRooms = String(rooms)
    return this.#shared.url(this.#line, rooms)
  }

  /** Passes what the stream brought to the other tabs, if this tab leads. */
  tell(note: Pick<Led, 'data' | 'to' | 'lost'>): void {
    if (!this.isLeading) return
    if (note.lost) this.#ready = null
    const led: Led = { by: this.#tab, claim: this.#claim, line: this.#line, ...note }
    this.#channel?.postMessage(led)
  }

  /** Keeps the newest numbers of the rooms for tabs that are opened later. */
  know(event: LiveEvent): void {
    if (event.type === 'ready') {
      this.#ready = event
      this.#sendPlaces()
    }
    if (!this.#ready || !('post' in event)) return
    const stands = findStanding(this.#ready, findPlace(event))
    if (stands) stands.latest = Math.max(stands.latest, event.number)
  }

  show(room: string | null): void {
    this.#room = room
    this.answer()
    this.#placesChanged()
  }

  /** Tells the leading tab that this one is open, and which room it shows. */
  answer(is?: Placed['is']): void {
    const placed: Placed = { tab: this.#tab, room: this.#room, ...(is && { is }) }
    this.#channel?.postMessage(placed)
  }

  /** At every beat: forgets tabs that did not answer the last ones. */
  count(): void {
    for (const [tab, one] of this.#others)
      if ((one.missed += 1) > MOST_MISSED) this.#others.delete(tab)
    this.#sendPlaces()
  }

  #rooms(): string[] {
    const all = [this.#room, ...[...this.#others.values()].map(({ room }) => room)]
    return [...new Set(all.filter((room) => room !== null))].toSorted()
  }

  /** Sends the rooms even when they are the same: the server answers with who is present, for the tab that opened one. */
  #placesChanged(): void {
    this.#sentRooms = null
    this.#sendPlaces()
  }

  #sendPlaces(): void {
    const rooms = this.#rooms()
    if (!this.isLeading || !this.#ready || this.#sentRooms === String(rooms)) return
    this.#sentRooms = String(rooms)
    this.#shared.sendPlaces(this.#line, rooms).catch(() => (this.#sentRooms = null))
  }

  #place({ tab, room, is }: Placed): void {
    const before = this.#others.get(tab)?.room ?? null
    const after = is === 'gone' ? null : room
    if (is === 'gone') this.#others.delete(tab)
    else this.#others.set(tab, { room, missed: 0 })
    if (is === 'new') {
      this.answer()
      this.tell({
        to: tab,
        ...(this.#ready ? { data: JSON.stringify(this.#ready) } : { lost: 'tries' }),
      })
    }
    if (after !== before) this.#placesChanged()
  }

  #follow(note: Led): void {
    const { by, claim, line, to } = note
    // an old leader that was asleep: tell it that this tab leads now
    if (claim < this.#claim) return this.tell({})
    this.isLeading = false
    const isNews = claim > this.#claim
    this.#claim = claim
    this.#leader = by
    this.#line = line
    if (isNews) this.answer()
    const isMine = !to || to === this.#tab
    this.#onLed(isMine ? { ...note, isWelcome: to !== undefined } : {})
  }
}
