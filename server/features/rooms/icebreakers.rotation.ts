/** Days before a question is asked again, if the list is long enough. */
export const WEEK = 7

/**
 * Which question of a list a day gets. Each comes once before any comes again, every round in an
 * order of its own, and no question on two days running. A list that grew or shrank begins another
 * order: what was `asked` lately is passed over, as far as there is anything else.
 */
export function questionOfDay<T extends { id: string }>(
  day: number,
  list: readonly T[],
  recent: ReadonlySet<string> = new Set(),
): T | undefined {
  for (let later = 0; later < 2 * list.length; later += 1) {
    const next = inRotation(day + later, list)
    if (next && !recent.has(next.id)) return next
  }
  return inRotation(day, list)
}

function inRotation<T>(day: number, list: readonly T[]): T | undefined {
  const count = list.length
  if (count === 0) return undefined
  const round = Math.floor(day / count)
  const order = shuffle(count, round)
  const lastBefore = shuffle(count, round - 1)[count - 1]
  // swapping the first two leaves the last one, on which the next round relies
  if (count > 2 && order[0] === lastBefore) order.unshift(...order.splice(1, 1))
  return list[order[day - round * count]!]
}

function shuffle(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  const random = mulberry32(seed)
  for (let left = count - 1; left > 0; left -= 1) {
    const pick = Math.floor(random() * (left + 1))
    ;[order[left], order[pick]] = [order[pick]!, order[left]!]
  }
  return order
}

// seeded, because every server process must come to the same question
function mulberry32(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
