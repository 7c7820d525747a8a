import type { Account } from './people.ts'

const DAY = 86_400_000
const WAITING_MS = 14 * DAY
const KEPT_MS = 30 * DAY

type Word = { id: string; by: Account; text: string | null; at: number }
export type ModelTable = {
  id: string
  seats: Set<Account>
  openedAt: number | null
  endedAt: number | null
  madeAt: number
  cleared: Set<Account>
  /** Who of the two wants words to go after a day. */
  forgetting: Set<Account>
  words: Word[]
}

/** Where both want words to go after a day, those of before are not there for anybody. */
export const isForgotten = ({ forgetting }: ModelTable, { at }: Word, now: number): boolean =>
  forgetting.size === 2 && at <= now - DAY

/** What two accounts did to each other at tables, and what must follow from it. */
export class Pair {
  two: readonly [Account, Account]
  waves = new Map<string, { by: Account; at: number }>()
  tables: ModelTable[] = []
  /** Who would rather not sit with the other, and since when. */
  refusals = new Map<Account, number>()

  constructor(two: readonly [Account, Account]) {
    this.two = two
  }

  standing = (now: number): ModelTable | undefined =>
    this.tables.find(
      ({ endedAt, openedAt, madeAt }) =>
        endedAt === null && (openedAt !== null || madeAt > now - WAITING_MS),
    )

  kept = (now: number): ModelTable[] =>
    this.tables.filter(
      (table) =>
        table === this.standing(now) || (table.endedAt !== null && table.endedAt > now - KEPT_MS),
    )

  isResting = (now: number): boolean =>
    this.tables.some(({ endedAt }) => endedAt !== null && endedAt > now - KEPT_MS)

  /** Whether somebody does not want to be asked to a table now. */
  isRefused = (by: Account, now: number): boolean =>
    (this.refusals.get(by) ?? -Infinity) > now - WAITING_MS

  get isDeclined(): boolean {
    const [one, other] = this.two
    return one.declines.has(other) || other.declines.has(one)
  }

  /** As one of them may know of it: that the other declined earlier waves of theirs does not show. */
  isMutual(me: Account, other: Account): boolean {
    const waves = [...this.waves.values()]
    const refusedAt = other.declines.get(me)?.at ?? Infinity
    return (
      waves.some(({ by }) => by === me) &&
      waves.some(({ by, at }) => by === other && refusedAt > at) &&
      !me.declines.has(other)
    )
  }

  end(at: number): void {
    const table = this.tables.find(({ openedAt, endedAt }) => openedAt !== null && !endedAt)
    if (!table) return
    table.endedAt = at
    this.waves.clear()
  }

  drop(isDropped: (table: ModelTable) => boolean): void {
    this.tables = this.tables.filter((table) => table.openedAt !== null || !isDropped(table))
  }
}
