// What `/readyz` says: whether calls can be answered and kept, and what the operator has to do.
import type { App } from '#server/platform/context.ts'
import { sql } from '#server/platform/database/database.ts'
import { refuseFull } from '#server/platform/files/folderWatch.ts'
import type { Overload } from './overload.ts'
import { whatToDo } from './unavailable.ts'

/** However many ask, the database is asked once in so long. */
const ASK_AGAIN_MS = 1_000
/** What a disk or a database refused to one call, it refuses to the next. */
const TROUBLE_MS = 10_000

type Ready = { ready: boolean; warnings: string[] }
type Trouble = NonNullable<ReturnType<typeof whatToDo>>

/**
 * Whether calls can be answered and what they say be kept: what `/readyz` tells. A process that can take no files is
 * ready: the others have the same disk, and a club without new photos is better than none.
 */
export class Readiness {
  #app: Pick<App, 'db' | 'config' | 'files' | 'log'>
  #overload: Overload
  #warn: () => Promise<string[]>
  #examined: { at: number; answer: Promise<Ready> } | null = null
  #met = new Map<Trouble['of'], { at: number; words: string }>()
  #isLeaving = false

  /** `warn` is asked for what has to be done soon, while the club is ready. */
  constructor(
    app: Pick<App, 'db' | 'config' | 'files' | 'log'>,
    overload: Overload,
    warn: () => Promise<string[]>,
  ) {
    this.#app = app
    this.#overload = overload
    this.#warn = warn
  }

  check(): Promise<Ready> {
    if (this.#isLeaving) return Promise.resolve({ ready: false, warnings: ['the club is closing'] })
    const at = performance.now()
    if (!this.#examined || at - this.#examined.at >= ASK_AGAIN_MS)
      this.#examined = { at, answer: this.#examine() }
    return this.#examined.answer
  }

  /** Whatever else: from now on others shall be asked. */
  leave(): void {
    this.#isLeaving = true
  }

  /** A call failed; says so in the log where somebody has to do something about it. */
  note(error: unknown): void {
    const trouble = whatToDo(error)
    if (!trouble) return
    const { of, words } = trouble
    const isNews = !this.#lastly(of)
    this.#met.set(of, { at: performance.now(), words })
    if (isNews) this.#app.log.error({ reason: words }, 'calls are refused')
  }

  /** What calls met a moment ago. */
  #lastly(of: Trouble['of']): string | null {
    const met = this.#met.get(of)
    return met && performance.now() - met.at < TROUBLE_MS ? met.words : null
  }

  async #examine(): Promise<Ready> {
    const reason = await this.#reasonAgainst()
    if (reason) return { ready: false, warnings: [reason] }
    const files = await this.#reasonAgainstFiles()
    const warnings = await this.#warn().catch(() => [])
    return { ready: true, warnings: [...(files ? [`files: ${files}`] : []), ...warnings] }
  }

  async #reasonAgainstFiles(): Promise<string | null> {
    try {
      await this.#app.files.folderWatch.refuseUnwritable()
      await refuseFull(this.#app.config.dataDir)
      return this.#lastly('files')
    } catch (error) {
      return whatToDo(error)?.words ?? 'their folder cannot be written'
    }
  }

  async #reasonAgainst(): Promise<string | null> {
    if (this.#overload.isStuck) return 'no call comes to an end'
    const met = this.#lastly('club')
    if (met) return met
    if (this.#app.db.isAstray)
      return 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases'
    try {
      const { config, files } = this.#app
      // of this machine alone, and even what is there cannot be shown
      await files.folderWatch.refuseGone()
      // the embedded database lies there as well
      if (!config.databaseUrl) await refuseFull(config.dataDir)
      // a message to nobody, which the journal has to keep before it is answered; a standby has none of its own
      const found = await this.#app.db.row<{ isWritable: boolean }>(sql`
        select current_setting('transaction_read_only') = 'off' as is_writable,
          case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'ready', '') end`)
      return found?.isWritable ? null : 'the database only reads; is it a standby?'
    } catch (error) {
      return whatToDo(error)?.words ?? 'the database is away'
    }
  }
}
