import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { Tally } from './judge.ts'
import type { Members } from './members.ts'

const PACE_MS = 2_000
/** Members who send photos, beyond those who listen and those whose rights are withdrawn. */
const FIRST = 950
const SENDERS = 20
export const photoSenders = Array.from({ length: SENDERS }, (_, n) => FIRST + n)

/** Members who send a photo now and then and look at it, until it is over. */
export class PhotoSenders {
  readonly #sent: string[] = []
  #isOver = false
  #done: Promise<void> | null = null

  start(url: string, scene: { tally: Tally; members: Members }): void {
    this.#isOver = false
    this.#done = this.#send(url, scene)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  async #send(url: string, { tally, members }: { tally: Tally; members: Members }): Promise<void> {
    const picture = { width: 64, height: 48, channels: 3, background: '#a03040' } as const
    const bytes = new Uint8Array(await sharp({ create: picture }).jpeg().toBuffer())
    for (let n = 0; !this.#isOver; n += 1) {
      const headers = {
        cookie: members.cookieOf(photoSenders[n % SENDERS]!),
        'content-type': 'application/octet-stream',
        'x-forwarded-for': `10.3.0.${n % SENDERS}`,
      }
      try {
        const answer = await fetch(`${url}/api/profile/photos`, {
          method: 'POST',
          headers,
          body: bytes,
        })
        const body = (await answer.json()) as { photoId?: string; code?: string }
        // six photos are as many as one has
        tally.count(body.code === 'photo_limit_reached' ? '200' : String(answer.status))
        if (answer.ok) this.#sent.push(body.photoId!)
      } catch {
        tally.count('broken')
      }
      await sleep(PACE_MS)
    }
  }

  /**
   * Photos that were acknowledged and are in no profile, photos of profiles that are not in the store, and files nobody
   * will come back to. What a database that went back has lost with its rows is gone, and its files go with the next
   * night's list: so `wentBack` leaves these two out.
   */
  async findWrong(on: Sql, names: readonly string[], wentBack: boolean): Promise<string[]> {
    const rows = await on.rows<{ userId: string; photos: string[] }>(
      sql`select id as user_id, photos from profiles where photos <> '{}'`,
    )
    const listed = new Set(rows.flatMap(({ photos }) => photos))
    const swept = new Set(
      (
        await on.rows<{ id: string }>(
          sql`select data->>'photoId' as id from pgboss.job where name = 'sweep_photo' and state < 'completed'`,
        )
      ).map(({ id }) => id),
    )
    const stored = names.filter((name) => name.startsWith('profile-photos/'))
    const has = (id: string) => stored.filter((name) => name.includes(id)).length === 2
    const idOf = (name: string) => /\/([0-9a-f-]{36})-\d+\.webp$/.exec(name)?.[1] ?? name
    const gone = [...listed].filter((id) => !has(id)).map((id) => `photo ${id} is not in the store`)
    if (wentBack) return gone
    return [
      ...gone,
      ...this.#sent.filter((id) => !listed.has(id)).map((id) => `photo ${id} is in no profile`),
      ...stored
        .filter((name) => !listed.has(idOf(name)) && !swept.has(idOf(name)))
        .map((name) => `nobody knows of ${name}`),
    ]
  }
}
