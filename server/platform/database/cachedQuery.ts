import type { App } from '#server/platform/context.ts'
import type { DatabaseEvent } from '#server/platform/database/events.ts'

/** However true the notices keep it, nothing is believed for longer. */
const LONGEST_MS = 10_000

/** What a read answered lately, until the club says that it changed or may have been missed. */
export class CachedQuery<T> {
  #app: Pick<App, 'bus' | 'now'>
  #read: () => Promise<T>
  #known: { value: T; since: number } | null = null
  #changes = 0

  constructor(app: Pick<App, 'bus' | 'now'>, kind: DatabaseEvent['kind'], read: () => Promise<T>) {
    this.#app = app
    this.#read = read
    const forget = () => {
      this.#changes += 1
      this.#known = null
    }
    app.bus.on(kind, forget)
    app.bus.onReconnect(forget)
  }

  async get(): Promise<T> {
    const { bus, now } = this.#app
    const at = now().getTime()
    const known = this.#known
    if (known && bus.isReceiving && at >= known.since && at < known.since + LONGEST_MS)
      return known.value
    const changes = this.#changes
    const value = await this.#read()
    if (bus.isReceiving && changes === this.#changes) this.#known = { value, since: at }
    return value
  }
}
