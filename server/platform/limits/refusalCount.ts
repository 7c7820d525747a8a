import type { ErrorCode } from '#contract/errors.ts'
import type { Log } from '#server/platform/process/log.ts'

/** What attacks leave: wrong passwords, codes and links, limits that were hit, files that were refused. */
const COUNTED: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'invalid_code',
  'passkey_invalid',
  'invalid_link',
  'invalid_invite',
  'email_exists',
  'too_many_attempts',
  'upload_limit_reached',
  'wrong_file_type',
  'unreadable_image',
  'too_large',
  'foreign_origin',
])

const MINUTE_MS = 60_000

/** Counts such refusals by call and says once a minute how many there were: of nobody, and in one line however many. */
export class RefusalCount {
  #log: Pick<Log, 'warn'>
  #counts = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  /** `path` is the contract's, in which nobody is named. */
  note(code: ErrorCode, path: string): void {
    if (!COUNTED.has(code)) return
    const key = `${code} ${path}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.say(), MINUTE_MS).unref()
  }

  /** Says what was counted since it was last said. */
  say(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#counts.size === 0) return
    this.#log.warn({ refusals: Object.fromEntries(this.#counts) }, 'refused lately')
    this.#counts.clear()
  }
}
