import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { until } from '#testing/until.ts'
import { roomSlug } from '../tools/filling.ts'
import type { Members } from './members.ts'

/** Members who listen to nothing, each of whom loses a right. */
const FIRST = 700
const LOOK_MS = 50
const PATIENCE_MS = 30_000

const idOf = (member: number) => sql`md5('member ' || ${member}::int)::uuid`
const WAYS: readonly ((member: number) => Query)[] = [
  (member) =>
    sql`delete from room_members where user_id = ${idOf(member)} and room_id = md5('room 0')::uuid`,
  (member) => sql`delete from sessions where user_id = ${idOf(member)}`,
  (member) => sql`update users set admitted_at = null where id = ${idOf(member)}`,
]

let given = 0

/** Three members of a cluster who may read until each loses what they need for it in another way. */
export class Leavers {
  readonly members = WAYS.map(() => FIRST + (given += 1))
  readonly #known: Members

  constructor(known: Members) {
    this.#known = known
  }

  /** So that every process remembers what they may. */
  async come(urls: readonly string[]): Promise<void> {
    for (const url of urls)
      for (const member of this.members)
        if (await this.#isRefused(url, member)) throw new Error(`member ${member} may read nothing`)
  }

  /** As soon as the database takes it. */
  async withdraw(on: Sql): Promise<void> {
    for (const [at, member] of this.members.entries())
      await until(
        () =>
          on.run(WAYS[at]!(member)).then(
            () => true,
            () => false,
          ),
        { what: 'a right that is withdrawn', everyMs: LOOK_MS },
      )
  }

  /** Milliseconds until every process refuses each of them; null where one does not within a minute. */
  async measure(urls: readonly string[]): Promise<number | null> {
    const since = performance.now()
    for (;;) {
      const answers = urls.flatMap((url) =>
        this.members.map((member) => this.#isRefused(url, member)),
      )
      const took = performance.now() - since
      if ((await Promise.all(answers)).every(Boolean)) return took
      if (took > PATIENCE_MS) return null
      await sleep(LOOK_MS)
    }
  }

  async #isRefused(url: string, member: number): Promise<boolean> {
    const headers = {
      cookie: this.#known.cookieOf(member),
      'x-forwarded-for': `10.4.0.${member & 255}`,
    }
    const path = `/api/rooms/${roomSlug(0)}/posts`
    const answer = await fetch(`${url}${path}`, { headers }).catch(() => null)
    await answer?.text()
    return answer?.status === 401 || answer?.status === 403
  }
}
