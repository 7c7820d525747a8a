import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { isUnavailable } from '#server/platform/http/overload/unavailable.ts'
import { nextEnd, endSuspensions } from './suspensions.queries.ts'

type Needs = Pick<App, 'db' | 'bus' | 'log' | 'now'>

/**
 * Ends suspensions whose time is over: any request from that moment on sees the member again, and open
 * streams do within the second.
 */
class Suspensions {
  #app: Needs
  /** In ms since 1970; null: to be asked for. */
  #next: number | null = null
  #changes = 0
  #ending: Promise<void> | null = null

  constructor(app: Needs) {
    this.#app = app
    const forget = () => {
      this.#next = null
      this.#changes += 1
    }
    app.bus.on('sight_changed', forget)
    app.bus.onReconnect(forget)
  }

  /** Nothing to wait for, nearly always. */
  turn(): Promise<void> | null {
    const { bus, now } = this.#app
    if (bus.isReceiving && this.#next !== null && now().getTime() < this.#next) return null
    return (this.#ending ??= this.#end().finally(() => (this.#ending = null)))
  }

  async #end(): Promise<void> {
    const { db, bus, log, now } = this.#app
    try {
      // the caches of this process are outdated until it has received the event
      if (await endSuspensions(db, now())) await bus.flush()
      const changes = this.#changes
      const next = await nextEnd(db)
      if (changes === this.#changes) this.#next = next
    } catch (error) {
      // better invisible for longer than no answers at all; a database that is away is logged elsewhere, not at each call
      if (!isUnavailable(error))
        log.warn({ err: error }, 'whether suspensions are over could not be looked up')
    }
  }
}

const suspensionsOf = perApp((app: Needs) => new Suspensions(app))

/** Ends what is over by the clock; null, and nothing to wait for, unless something is. */
export const turnSuspensions = (app: Needs): Promise<void> | null => suspensionsOf(app).turn()
