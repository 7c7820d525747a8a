import type { App } from '#server/platform/context.ts'
import { onePerHub } from '#server/platform/events.ts'
import { readWords } from './words.queries.ts'
import { wordKey } from './words.policy.ts'

type Shared = Pick<App, 'db' | 'hub' | 'now'>

/** However true the notices keep it, nothing is believed for longer. */
const LONGEST_MS = 10_000

/** The keys of the blocked words, as far as this process asked lately: every post asks for them. */
class WordMemory {
  #app: Shared
  #known: { keys: ReadonlySet<string>; since: number } | null = null
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

  async keys(): Promise<ReadonlySet<string>> {
    const { db, hub, now } = this.#app
    const at = now().getTime()
    const known = this.#known
    if (known && hub.isHearing && at >= known.since && at < known.since + LONGEST_MS)
      return known.keys
    const changes = this.#changes
    const keys = new Set((await readWords(db)).map(({ word }) => wordKey(word)))
    if (hub.isHearing && changes === this.#changes) this.#known = { keys, since: at }
    return keys
  }
}

export const wordsOf = onePerHub((app: Shared) => new WordMemory(app))
