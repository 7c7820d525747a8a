import type { Database, Sql } from './database.ts'
import { sql } from './database.ts'

const CHANNEL = 'club'

/** What server processes tell each other. Small on purpose: receivers read the rows themselves. */
export type Notice =
  | { kind: 'post'; roomId: string; number: number }
  | { kind: 'sessions_ended'; sessionIds: string[] }
  | { kind: 'member_changed'; userId: string }

type NoticeOf<K extends Notice['kind']> = Extract<Notice, { kind: K }>
type Hear = (notice: never) => void

/** Tells every server process, once the transaction commits and only if it does. */
export async function publish(on: Sql, notice: Notice): Promise<void> {
  await on.run(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`)
}

/** Hears what every server process on this database publishes. The seam where another carrier could take over. */
export class Hub {
  #listeners = new Map<Notice['kind'], Set<Hear>>()
  #again = new Set<() => void>()
  #stop: (() => Promise<void>) | null = null

  async start(db: Database): Promise<void> {
    this.#stop = await db.listen(
      CHANNEL,
      (payload) => {
        const notice = JSON.parse(payload) as Notice
        for (const hear of this.#listeners.get(notice.kind) ?? []) hear(notice as never)
      },
      () => {
        for (const hear of this.#again) hear()
      },
    )
  }

  /** Returns the function that stops listening. */
  on<K extends Notice['kind']>(kind: K, hear: (notice: NoticeOf<K>) => void): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, listeners.add(hear as Hear))
    return () => void listeners.delete(hear as Hear)
  }

  /** Runs whenever listening (re)started: something may have been missed. */
  onAgain(hear: () => void): () => void {
    this.#again.add(hear)
    return () => void this.#again.delete(hear)
  }

  async stop(): Promise<void> {
    await this.#stop?.()
  }
}
