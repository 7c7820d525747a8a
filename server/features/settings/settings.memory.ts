import type { App } from '#server/platform/context.ts'
import { onePerHub } from '#server/platform/events.ts'
import { readSettings, type Settings } from './settings.queries.ts'

type Shared = Pick<App, 'config' | 'db' | 'hub' | 'now'>

/** However true the notices keep it, nothing is believed for longer. */
const LONGEST_MS = 10_000

/** What admins have set, as far as this process asked lately. */
class SettingsMemory {
  #app: Shared
  #known: (Settings & { since: number }) | null = null
  #changes = 0

  constructor(app: Shared) {
    this.#app = app
    const forget = () => {
      this.#changes += 1
      this.#known = null
    }
    app.hub.on('settings_changed', forget)
    app.hub.onAgain(forget)
  }

  async settings(): Promise<Settings> {
    const { config, db, hub, now } = this.#app
    const at = now().getTime()
    const known = this.#known
    if (known && hub.isHearing && at >= known.since && at < known.since + LONGEST_MS) return known
    const changes = this.#changes
    const settings = await readSettings(db, config)
    if (hub.isHearing && changes === this.#changes) this.#known = { ...settings, since: at }
    return settings
  }
}

export const memoryOf = onePerHub((app: Shared) => new SettingsMemory(app))
