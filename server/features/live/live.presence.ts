// Who is in a room and who writes, told to each who looks at it as far as they may see it.
import { limits } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { Present } from '#contract/rooms/presence.ts'
import { getRoster, type Roster } from '#server/features/rooms/rooms.ts'
import type { App } from '#server/platform/context.ts'
import { encodeEvents, type Frame } from '#server/platform/stream/encoding.ts'
import type { Outlet } from '#server/platform/http/route.ts'
import type { Subscriber } from './subscriberIndex.ts'

/** A stream, as far as it concerns who is where. */
export type Onlooker = Subscriber & {
  userId: string
  username: string
  out: Outlet<LiveEvent>
  isReady: boolean
  /** Whether its member is seen where they are, and sees others. */
  isSeen: boolean
  /** The ids of the rooms it may listen to, by address. */
  slugs: ReadonlyMap<string, string>
  /** The rooms its tabs say they show, by address, and the ids of those where that counts. */
  wants: readonly string[]
  places: ReadonlySet<string>
}

type Writing = { person: Present; at: number; isTold: boolean }
type Timer = ReturnType<typeof setTimeout>
type Scene = {
  slug: string
  /** Each viewer with what they were sent last: the same again would reveal that somebody invisible came or went. */
  onlookers: Map<Onlooker, string | null>
  /** Newest first; null once somebody came or went. */
  people: Present[] | null
  writers: Map<string, Writing>
  presentTimer: Timer | undefined
  writingTimer: Timer | undefined
  presentAt: number
  writingAt: number
}

const SOON_MS = 250
/** The fuller a room, the more listeners each word costs and the less each one says. */
const presentPause = (people: number) => Math.min(15_000, Math.max(1_000, people * 5))
const writingPause = (people: number) => Math.min(3_000, Math.max(500, people * 2))
const WRITING_MS = 5_000
/** Of more who write at once, only the latest are looked at. */
const WRITERS = 12

/** Tells those who look at a room who is there and who writes, each what they may see. */
export class RoomPresence {
  #roster: Roster
  #scenes = new Map<string, Scene>()

  constructor(app: Pick<App, 'bus'>) {
    this.#roster = getRoster(app)
    this.#roster.onChange({
      changed: (roomId) => this.#changed(roomId),
      writing: (roomId, userId) => this.#writing(roomId, userId),
    })
  }

  /**
   * From now on a browser can say where its tabs are by what it calls its line. Where another tab
   * held that line, it may be frozen and never say so: its stream gives way. Returns how to end that.
   */
  know(tab: Onlooker, name: string | undefined, giveWay: () => void): () => void {
    const { lines } = this.#roster
    const known = {
      userId: tab.userId,
      move: (rooms: readonly string[]) => {
        tab.wants = rooms
        if (tab.isReady) this.take(tab)
      },
      giveWay,
    }
    if (!name) return () => {}
    const before = lines.get(name)
    if (before?.userId === tab.userId) before.giveWay()
    lines.set(name, known)
    return () => lines.get(name) === known && lines.delete(name)
  }

  /** Seats a browser where its tabs are, if they may be there and their member is seen, and tells it. */
  take(tab: Onlooker): void {
    const person = { id: tab.userId, username: tab.username }
    const rooms = [...new Set(tab.wants)].flatMap((slug) => {
      const roomId = tab.slugs.get(slug)
      return roomId ? [{ slug, roomId, person }] : []
    })
    const seats = tab.isSeen ? rooms : []
    const places = new Set(seats.map(({ roomId }) => roomId))
    this.#lookAway(
      tab,
      [...tab.places].filter((roomId) => !places.has(roomId)),
    )
    tab.places = places
    this.#roster.seat(tab, seats)
    if (tab.isHeld) return
    for (const { slug, roomId } of rooms) {
      if (!tab.places.has(roomId)) {
        tab.out.send({ type: 'present', room: slug, count: 0, people: [] })
        continue
      }
      const scene = this.#scenes.get(roomId) ?? emptyScene()
      scene.slug = slug
      scene.onlookers.set(tab, null)
      this.#scenes.set(roomId, scene)
      this.#sayPresent(roomId, scene, [tab])
    }
  }

  /** The stream ended by itself; most tabs are back within seconds, and nobody notices. */
  leave(tab: Onlooker): void {
    this.#roster.leave(tab)
  }

  standUp(tab: Onlooker): void {
    this.#roster.seat(tab, [])
  }

  /** A member without a stream here may have lost a right. */
  dismiss(userId: string): void {
    this.#roster.dismiss(userId)
  }

  lookAway(tab: Onlooker): void {
    this.#lookAway(tab, tab.places)
  }

  #lookAway(tab: Onlooker, places: Iterable<string>): void {
    for (const roomId of places) {
      const scene = this.#scenes.get(roomId)
      if (!scene?.onlookers.delete(tab) || scene.onlookers.size > 0) continue
      clearTimeout(scene.presentTimer)
      clearTimeout(scene.writingTimer)
      this.#scenes.delete(roomId)
    }
  }

  #changed(roomId: string): void {
    const scene = this.#scenes.get(roomId)
    if (!scene) return
    scene.people = null
    const wait = scene.presentAt + presentPause(this.#roster.count(roomId)) - performance.now()
    scene.presentTimer ??= setTimeout(
      () => {
        scene.presentTimer = undefined
        scene.presentAt = performance.now()
        this.#sayPresent(roomId, scene, scene.onlookers.keys())
      },
      Math.max(SOON_MS, wait),
    ).unref()
  }

  #writing(roomId: string, userId: string): void {
    const scene = this.#scenes.get(roomId)
    const person = scene && this.#roster.find(roomId, userId)
    if (!person) return
    scene.writers.delete(userId)
    scene.writers.set(userId, { person, at: performance.now(), isTold: false })
    const wait = scene.writingAt + writingPause(scene.onlookers.size) - performance.now()
    scene.writingTimer ??= setTimeout(
      () => {
        scene.writingTimer = undefined
        scene.writingAt = performance.now()
        this.#sayWriting(roomId, scene)
      },
      Math.max(0, wait),
    ).unref()
  }

  #sayPresent(roomId: string, scene: Scene, onlookers: Iterable<Onlooker>): void {
    scene.people ??= this.#roster.in(roomId).toReversed()
    const { people, slug } = scene
    const frames = new Frames()
    for (const onlooker of onlookers) {
      if (onlooker.isHeld) continue
      const { blockedWith } = onlooker.sight
      let count = people.length
      for (const id of blockedWith) if (this.#roster.has(roomId, id)) count -= 1
      const named = takeFirst(people, limits.presentNamed, ({ id }) => !blockedWith.has(id))
      const event = { type: 'present', room: slug, count, people: named } as const
      if (scene.onlookers.get(onlooker) === nameShown(event)) continue
      scene.onlookers.set(onlooker, nameShown(event))
      onlooker.sendFrame(frames.of(event))
    }
  }

  #sayWriting(roomId: string, scene: Scene): void {
    const now = performance.now()
    for (const [userId, { at }] of scene.writers)
      if (now - at > WRITING_MS || !this.#roster.has(roomId, userId)) scene.writers.delete(userId)
    const latest = [...scene.writers.values()].slice(-WRITERS)
    const writers = latest.map(({ person }) => person)
    const news = latest.flatMap(({ person, isTold }) => (isTold ? [] : [person]))
    for (const one of latest) one.isTold = true
    const frames = new Frames()
    for (const onlooker of scene.onlookers.keys()) {
      if (onlooker.isHeld) continue
      const isOther = ({ id }: Present) =>
        id !== onlooker.userId && !onlooker.sight.blockedWith.has(id)
      if (!news.some(isOther)) continue
      const people = takeFirst(writers, limits.writingNamed, isOther)
      onlooker.sendFrame(frames.of({ type: 'writing', room: scene.slug, people }))
    }
  }
}

const emptyScene = (): Scene => ({
  slug: '',
  onlookers: new Map(),
  people: null,
  writers: new Map(),
  presentTimer: undefined,
  writingTimer: undefined,
  presentAt: -Infinity,
  writingAt: -Infinity,
})

function takeFirst<T>(all: readonly T[], most: number, isMeant: (one: T) => boolean): T[] {
  const found: T[] = []
  for (const one of all) {
    if (found.length === most) break
    if (isMeant(one)) found.push(one)
  }
  return found
}

type PresenceEvent = Extract<LiveEvent, { type: 'present' | 'writing' }>

const nameShown = (event: PresenceEvent): string =>
  `${event.type === 'present' ? event.count : 0} ${event.people.map(({ id, username }) => `${id} ${username}`).join(' ')}`

/** What is said in the same words to many is rendered once. */
class Frames {
  #made = new Map<string, Frame>()

  of(event: PresenceEvent): Frame {
    const key = nameShown(event)
    const made = this.#made.get(key) ?? encodeEvents(event)
    this.#made.set(key, made)
    return made
  }
}
