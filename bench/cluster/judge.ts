/** What all browsers of a round were answered, and what was promised to them. */
export class Tally {
  readonly acknowledged = new Set<string>()
  readonly answers = new Map<string, number>()
  /** What was said with those that are none of the club's. */
  readonly reasons = new Set<string>()
  resent = 0

  /** For the next round. */
  clear(): void {
    this.acknowledged.clear()
    this.answers.clear()
    this.reasons.clear()
    this.resent = 0
  }

  count(answer: string, reason?: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
    if (reason) this.reasons.add(`${answer}: ${reason}`)
  }
}

export type Stored = { id: string; slug: string; number: number; text: string }

/** Members may wait so long after a fault until all is as if it had not been. */
const WHOLE_MS = 10_000
const WITHDRAWN_MS = 3_000
/** What a process may keep beyond what it had, in KiB: a busy moment's buffers. */
const MORE_MEMORY = { factor: 1.3, kib: 40 * 1024 }

export type Outcome = {
  tally: Tally
  stored: readonly Stored[]
  /** How much of what was acknowledged is stored nowhere. */
  missing: number
  /** Until everybody shows what is stored; null: not within a minute. */
  wholeMs: number | null
  /** Until nothing waits to be sent. */
  restMs: number | null
  withdrawnMs: number | null
  /** Of each process that lived through it, in KiB after a collection. */
  memory: readonly { before: number; after: number }[]
  /** Photos that were acknowledged and cannot be seen, files that nobody knows. */
  files: readonly string[]
}

/** What is not as it was promised; nothing where all is. `excused`: answers that this fault explains. */
export function judge(outcome: Outcome, excused: readonly string[]): string[] {
  const { tally, stored, missing, wholeMs, restMs, withdrawnMs, memory, files } = outcome
  const found: string[] = []
  if (missing > 0) found.push(`${missing} acknowledged posts are missing`)
  const twice = stored.length - new Set(stored.map(({ text }) => text)).size
  if (twice > 0) found.push(`${twice} posts are there twice`)
  const gaps = countGaps(stored)
  if (gaps > 0) found.push(`${gaps} numbers of rooms are left out`)
  if (wholeMs === null) found.push('not everybody was whole within a minute')
  else if (wholeMs > WHOLE_MS) found.push(`whole after ${Math.round(wholeMs)} ms`)
  if (restMs === null) found.push('not everything was sent within a minute')
  if (withdrawnMs === null) found.push('a right was not withdrawn within a minute')
  else if (withdrawnMs > WITHDRAWN_MS)
    found.push(`rights withdrawn after ${Math.round(withdrawnMs)} ms`)
  for (const [answer, count] of tally.answers)
    if (!['200', '503', ...excused].includes(answer))
      found.push(`${count} times answered: ${answer}`)
  for (const { before, after } of memory)
    if (after > before * MORE_MEMORY.factor + MORE_MEMORY.kib)
      found.push(`a process grew from ${before} to ${after} KiB`)
  return [...found, ...files]
}

function countGaps(stored: readonly Stored[]): number {
  const rooms = Map.groupBy(stored, ({ slug }) => slug)
  let gaps = 0
  for (const posts of rooms.values()) {
    const numbers = posts.map(({ number }) => number).toSorted((a, b) => a - b)
    gaps += numbers.filter((number, at) => at > 0 && number !== numbers[at - 1]! + 1).length
  }
  return gaps
}
