import { expect } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { FollowedStream } from '#testing/fixtures/follow.ts'

/** What an open stream told since it last said to read again, as a browser keeps it. */
export class Screen {
  #line: FollowedStream
  /** How far each open table is, by what was told. */
  #latest = new Map<string, number>()
  #received = new Map<string, Map<number, string | null>>()
  /** How often it was told to read everything again. */
  readies = 0

  constructor(line: FollowedStream) {
    this.#line = line
  }

  /** Takes in what was told meanwhile, and answers it. */
  take(): LiveEvent[] {
    const events = this.#line.events.splice(0)
    for (const event of events) {
      if (event.type === 'ready') {
        this.readies += 1
        this.#latest = new Map((event.tables ?? []).map(({ id, latest }) => [id, latest]))
        this.#received.clear()
      }
      if (event.type !== 'message') continue
      const { table, number, post } = event
      // one after the other, without gaps, and at no table that it was not told of
      expect([table, number]).toEqual([table, (this.#latest.get(table) ?? NaN) + 1])
      this.#latest.set(table, number)
      const received = this.#received.get(table) ?? new Map<number, string | null>()
      this.#received.set(table, received.set(number, post?.text ?? null))
    }
    return events
  }

  /** Whether it shows of an open table what was read just now, `texts` by number, as far as that goes back. */
  isLike(
    table: string,
    latest: number,
    texts: ReadonlyMap<number, string>,
    since: number,
  ): boolean {
    if (this.#latest.get(table) !== latest) return false
    return [...(this.#received.get(table) ?? [])].every(
      ([number, text]) => number < since || text === (texts.get(number) ?? null),
    )
  }

  close(): void {
    this.#line.close()
  }
}
