import { settleSeen } from '#server/features/notifications/notifications.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { raiseMarks, type Mark } from './unread.queries.ts'

/** Everybody in a full room reads a new post at about the same time. */
const GATHER_MS = 150
const MOST_TOGETHER = 1_000

type Waiting = { mark: Mark; settle: { resolve(): void; reject(error: unknown): void }[] }

/** Writes down what members have read, and that nobody has to tell them of it any more; what comes at about the same time goes in one statement. */
class ReadMarks {
  #app: Pick<App, 'db' | 'now'>
  #waiting = new Map<string, Waiting>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: Pick<App, 'db' | 'now'>) {
    this.#app = app
  }

  /** Resolves once it is stored. */
  raise(mark: Mark): Promise<void> {
    return new Promise((resolve, reject) => {
      const key = `${mark.roomId} ${mark.userId}`
      const one = this.#waiting.get(key) ?? { mark, settle: [] }
      if (mark.number > one.mark.number) one.mark = mark
      one.settle.push({ resolve, reject })
      this.#waiting.set(key, one)
      if (!this.#timer) this.#timer = setTimeout(() => void this.#store(), GATHER_MS)
    })
  }

  async #store(): Promise<void> {
    this.#timer = undefined
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (let start = 0; start < all.length; start += MOST_TOGETHER) {
      const some = all.slice(start, start + MOST_TOGETHER)
      const settle = some.flatMap((one) => one.settle)
      try {
        const marks = some.map(({ mark }) => mark)
        await raiseMarks(this.#app.db, marks, this.#app.now())
        await settleSeen(this.#app, marks)
        for (const { resolve } of settle) resolve()
      } catch (error) {
        for (const { reject } of settle) reject(error)
      }
    }
  }
}

export const getReadingMarks = perApp((app: Pick<App, 'db' | 'bus' | 'now'>) => new ReadMarks(app))
