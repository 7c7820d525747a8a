import { statfs } from 'node:fs/promises'
import type { App } from '#server/platform/context.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Overload } from './overload.ts'
import { whatToDo } from './unavailable.ts'

/** However many ask, the database is asked once in so long. */
const ASK_AGAIN_MS = 1_000
/** With less than this free below DATA_DIR nobody is promised that a photo, a mail or a post is kept. */
const LEAST_FREE_BYTES = 8 * 1024 * 1024
/** What a disk or a database refused to one call, it refuses to the next. */
const TROUBLE_MS = 10_000

export type Ready = { ready: boolean; warnings: string[] }

/** Whether calls can be answered and what they say be kept: what `/readyz` tells. */
export class Readiness {
  #app: Pick<App, 'db' | 'config' | 'files' | 'log'>
  #overload: Overload
  #warn: () => Promise<string[]>
  #asked: { at: number; answer: Promise<Ready> } | null = null
  #trouble: { at: number; words: string } | null = null
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

  ask(): Promise<Ready> {
    if (this.#isLeaving) return Promise.resolve({ ready: false, warnings: ['the club is closing'] })
    const at = performance.now()
    if (!this.#asked || at - this.#asked.at >= ASK_AGAIN_MS)
      this.#asked = { at, answer: this.#examine() }
    return this.#asked.answer
  }

  /** Whatever else: from now on others shall be asked. */
  leave(): void {
    this.#isLeaving = true
  }

  /** A call failed; says so in the log where somebody has to do something about it. */
  note(error: unknown): void {
    const words = whatToDo(error)
    if (!words) return
    const at = performance.now()
    const isNews = !this.#trouble || at - this.#trouble.at > TROUBLE_MS
    this.#trouble = { at, words }
    if (isNews) this.#app.log.error({ reason: words }, 'calls are refused')
  }

  async #examine(): Promise<Ready> {
    const reason = await this.#reasonAgainst()
    if (reason) return { ready: false, warnings: [reason] }
    return { ready: true, warnings: await this.#warn().catch(() => []) }
  }

  async #reasonAgainst(): Promise<string | null> {
    if (this.#overload.isStuck) return 'no call comes to an end'
    if (this.#trouble && performance.now() - this.#trouble.at < TROUBLE_MS)
      return this.#trouble.words
    if (this.#app.db.isAstray)
      return 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases'
    try {
      const { folderWatch } = this.#app.files
      await folderWatch.refuseUnwritable()
      for (const folder of [this.#app.config.dataDir, folderWatch.folder]) {
        if (!folder) continue
        const { bavail, bsize } = await statfs(folder)
        if (bavail * bsize < LEAST_FREE_BYTES) return 'the disk is full; make room'
      }
      // a message to nobody, which the journal has to keep before it is answered; a standby has none of its own
      const found = await this.#app.db.row<{ isWritable: boolean }>(sql`
        select current_setting('transaction_read_only') = 'off' as is_writable,
          case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'ready', '') end`)
      return found?.isWritable ? null : 'the database only reads; is it a standby?'
    } catch (error) {
      return whatToDo(error) ?? 'the database is away'
    }
  }
}
