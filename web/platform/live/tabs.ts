import type { LiveEvent } from '#contract/live.ts'
import { newId } from '#web/platform/api/newId.ts'
import { findStanding, findPlace } from '#web/platform/talk/place.ts'

type Ready = Extract<LiveEvent, { type: 'ready' }>

/** From the tab that leads: a word of the club, or that there is none just now. */
type Led = {
  by: string
  claim: number
  line: string
  data?: string
  /** For this tab alone, which has only just come. */
  to?: string
  /** It has lost its line and tries for another, or is closed and leaves that to whoever is left. */
  lost?: 'tries' | 'gone'
}
export type FromLeader = Pick<Led, 'data' | 'lost'> & { isWelcome?: boolean }

/** From every tab: which room it shows, and whether it has just come or is being closed. */
type Placed = { tab: string; room: string | null; is?: 'new' | 'gone' }

export type Shared = {
  /** Whose tabs share a line. */
  userId: string
  /** Where the stream is, given what this browser's line is called and the rooms its tabs show. */
  url(line: string, rooms: string[]): string
  /** The tabs show other rooms than the club knows, or one of them has come to a room. */
  tellPlaces(line: string, rooms: string[]): Promise<unknown>
}
/** A tab that answers to none of so many beats is frozen or gone. */
const MOST_MISSED = 2

/**
 * The tabs of one member's browser, of which one holds the line for all (decision 006). The latest
 * claim leads; whoever led before hears it and gives way.
 */
export class Tabs {
  isLeading = false
  /** What the club knows the browser's line by, whichever tab holds it. */
  #line = newId()
  #tab = newId()
  #room: string | null = null
  #claim = 0
  /** Which tab leads, if another does. */
  #leader = ''
  #others = new Map<string, { room: string | null; missed: number }>()
  /** Where each place stands, while there is a line. */
  #ready: Ready | null = null
  /** The rooms the club knows the tabs to show. */
  #told: string | null = null
  #channel: BroadcastChannel | undefined
  #shared: Shared
  #onLed: (note: FromLeader) => void

  /** `onLed` hears another tab that leads, before which this one gives way. */
  constructor(shared: Shared, onLed: (note: FromLeader) => void) {
    this.#shared = shared
    this.#onLed = onLed
  }

  /** Whether there may be other tabs, which are asked whether one of them leads. */
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

  /** From now on this tab holds the line. Answers where the stream is. */
  lead(): string {
    this.#claim = Math.max(Date.now(), this.#claim + 1) + Math.random()
    this.isLeading = true
    // if it is only slow it answers, and is reckoned with again
    this.#others.delete(this.#leader)
    this.tell({ lost: 'tries' })
    const rooms = this.#rooms()
    this.#told = String(rooms)
    return this.#shared.url(this.#line, rooms)
  }

  /** Tells the others what the line brought, if this tab holds it. */
  tell(note: Pick<Led, 'data' | 'to' | 'lost'>): void {
    if (!this.isLeading) return
    if (note.lost) this.#ready = null
    const led: Led = { by: this.#tab, claim: this.#claim, line: this.#line, ...note }
    this.#channel?.postMessage(led)
  }

  /** Keeps where the places stand, for tabs that come later. */
  know(event: LiveEvent): void {
    if (event.type === 'ready') {
      this.#ready = event
      this.#tellPlaces()
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

  /** Whoever leads learns that this tab is there, and what it shows. */
  answer(is?: Placed['is']): void {
    const placed: Placed = { tab: this.#tab, room: this.#room, ...(is && { is }) }
    this.#channel?.postMessage(placed)
  }

  /** At every beat: who did not answer the last ones is no longer reckoned with. */
  count(): void {
    for (const [tab, one] of this.#others)
      if ((one.missed += 1) > MOST_MISSED) this.#others.delete(tab)
    this.#tellPlaces()
  }

  #rooms(): string[] {
    const all = [this.#room, ...[...this.#others.values()].map(({ room }) => room)]
    return [...new Set(all.filter((room) => room !== null))].toSorted()
  }

  /** Also when the rooms are the same: who is there is told to a tab that comes to one of them. */
  #placesChanged(): void {
    this.#told = null
    this.#tellPlaces()
  }

  #tellPlaces(): void {
    const rooms = this.#rooms()
    if (!this.isLeading || !this.#ready || this.#told === String(rooms)) return
    this.#told = String(rooms)
    this.#shared.tellPlaces(this.#line, rooms).catch(() => (this.#told = null))
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
    // one that slept, and does not know yet
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

/** Null where tabs cannot speak with each other: each then holds a line of its own. */
function openChannel(name: string): BroadcastChannel | null {
  // browsers of before 2022 have none; one that may keep nothing for a site throws
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
