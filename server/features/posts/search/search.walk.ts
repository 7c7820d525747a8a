/** Where a post stands in what was found: microseconds since 1970, and its id. */
export type Spot = { at: number; id: string }

/** A room as far as it is to be looked through: from before `high` down to `floor`. */
type Range = { room: string; high: number; floor: number }
export type RoomPart = { room: string; low: number; high: number }

/** What a look into a part of a room found, newest first and not more than asked for. */
type Looked = {
  room: string
  hits: Spot[]
  /** When the newest post below the part was written; null when there is none. */
  below: number | null
}

type Walk = {
  rooms: readonly Range[]
  /** How many are wanted. */
  wanted: number
  look(parts: RoomPart[]): Promise<Looked[]>
  /** How many posts to look at first, over all rooms. */
  first?: number
  /** Milliseconds; meanwhile nothing else begins. */
  now?: () => number
  budget?: number
}

type Found = {
  /** The newest, complete down to the last of them. */
  spots: Spot[]
  /** Down to which moment everything was looked at, when there was no time for the rest. */
  reached: number | null
}

/** As the index knows where posts stand; a part that begins elsewhere asks it for many small ones. */
const PLACES = [262_144, 4_096, 64]
const SMALLEST = 64
const FIRST = 512
/** How long one look should take, and how many times more than before the next one takes on at most. */
const LOOK_MS = 40
const GROWTH = 8
const BUDGET_MS = 100

const isNewer = (one: Spot, other: Spot): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at
const newestFirst = (one: Spot, other: Spot) => (isNewer(one, other) ? -1 : 1)

function cutPart({ room, high, floor }: Range, size: number): RoomPart {
  const grain = PLACES.find((place) => size >= 2 * place) ?? SMALLEST
  const low = Math.floor((high - Math.max(size, SMALLEST)) / grain) * grain
  return { room, low: Math.max(floor, low), high }
}

/**
 * Looks back through rooms, from their newest posts, in parts that grow as long as little is found: a word
 * in every post is found at once, and a rare one by few large looks. Ends when what is wanted is complete,
 * or when the time is up.
 */
export async function walkBack({
  rooms,
  wanted,
  look,
  first = FIRST,
  now = () => performance.now(),
  budget = BUDGET_MS,
}: Walk): Promise<Found> {
  // of each room that may hold more: from where on, and when the newest post there was written
  const open = new Map(rooms.map((range) => [range.room, { range, unseen: Infinity }]))
  let found: Spot[] = []
  const began = now()
  for (let size = first / rooms.length; ;) {
    const last = found[wanted - 1]
    const due = [...open.values()].filter(({ unseen }) => !last || unseen >= last.at)
    if (due.length === 0) return { spots: found, reached: null }
    const since = now()
    if (since - began > budget) break
    for (const { room, hits, below } of await look(due.map(({ range }) => cutPart(range, size)))) {
      found.push(...hits)
      const place = open.get(room)!
      const { low } = cutPart(place.range, size)
      const isAll = below === null || low <= place.range.floor
      // what is older than as many of the same room is none of those wanted
      if (isAll || hits.length >= wanted) open.delete(room)
      else open.set(room, { range: { ...place.range, high: low }, unseen: below })
    }
    found = found.sort(newestFirst).slice(0, wanted)
    size *= Math.min(GROWTH, Math.max(2, LOOK_MS / Math.max(1, now() - since)))
  }
  const reached = Math.max(...Array.from(open.values(), ({ unseen }) => unseen))
  return { spots: found.filter(({ at }) => at > reached), reached }
}
