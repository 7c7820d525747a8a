// How fast somebody may act: each change tells every process to look anew at what it remembers.
import type { App } from '#server/platform/context.ts'
import { putNewest } from '#server/platform/lists/newest.ts'

/** More than any hand or screen does, at once and for long. */
const AT_ONCE = 600
const PER_SECOND = 10
const MOST_REMEMBERED = 20_000

/**
 * Acts in each session at this process. Somebody who changed something a thousand times a second would leave the
 * caches of all processes nothing that they could believe, and everybody would be answered from the database. Of each
 * session by itself: whoever steals one does not keep its owner from ending it.
 */
export class ActPace {
  /** How many each session has left, and when that was so. */
  #left = new Map<string, { count: number; at: number }>()
  #factor: number

  constructor({ limitsFactor }: Pick<App['config'], 'limitsFactor'>) {
    this.#factor = limitsFactor
  }

  /** Takes one act; answers the seconds to wait where none is left. */
  take(sessionId: string): number | null {
    const at = performance.now()
    const before = this.#left.get(sessionId) ?? { count: AT_ONCE * this.#factor, at }
    const gained = ((at - before.at) / 1000) * PER_SECOND * this.#factor
    const count = Math.min(AT_ONCE * this.#factor, before.count + gained)
    const isFree = count >= 1
    putNewest(this.#left, [sessionId, { count: isFree ? count - 1 : count, at }], {
      most: MOST_REMEMBERED,
    })
    return isFree ? null : 1
  }
}
