// Members at a cluster: they listen, post at a steady rate, send photos, and are compared with what is stored.
import { sql } from '#server/platform/database/database.ts'
import { until } from '#testing/until.ts'
import { roomSlug } from '../tools/filling.ts'
import { Browser } from './browser.ts'
import type { Cluster } from './cluster.ts'
import { Tally, type Stored } from './judge.ts'
import { Members } from './members.ts'
import { PhotoSenders, photoSenders } from './photos.ts'
import { Leavers } from './rights.ts'
import { memberRooms } from './rooms.ts'

type Load = { listeners: number; rate: number }

const WRITERS = 40
const TICK_MS = 10
const LOOK_MS = 100
const PATIENCE_MS = 60_000
/** Of so many posts one is for the room in which everybody is. */
const FOR_ALL = 100

export class Stage {
  tally = new Tally()
  #members = new Members()
  leavers = new Leavers(this.#members)
  posted = 0
  #cluster: Cluster
  #load: Load
  #rate: number
  #browsers: Browser[]
  #photos = new PhotoSenders()
  #isPosting = false
  #due = 0
  #last = performance.now()
  #ticking: NodeJS.Timeout
  /** What is compared begins behind these. */
  #base: ReadonlyMap<string, number> = new Map()

  constructor(cluster: Cluster, load: Load) {
    this.#cluster = cluster
    this.#load = load
    this.#rate = load.rate
    this.#browsers = Array.from(
      { length: load.listeners },
      (_, member) => new Browser(cluster.url, member, this.#scene),
    )
    this.#ticking = setInterval(() => this.#tick(), TICK_MS)
  }

  async untilOpen(): Promise<void> {
    await until(() => this.#browsers.every(({ isOpen, isAtRest }) => isOpen && isAtRest), {
      what: 'all streams open',
      withinMs: PATIENCE_MS,
    })
  }

  get #scene() {
    return { tally: this.tally, members: this.#members }
  }

  /** From now on there is something new to compare, at most so many posts a second. */
  async begin(most = Infinity): Promise<void> {
    this.#rate = Math.min(this.#load.rate, most)
    this.tally.clear()
    this.posted = 0
    for (const browser of this.#browsers) browser.forget()
    this.#base = (await this.#readLatest())!
    this.leavers = new Leavers(this.#members)
    await this.#comeLeavers()
    this.#photos.start(this.#cluster.url, this.#scene)
    this.#last = performance.now()
    this.#isPosting = true
  }

  #comeLeavers = () => this.leavers.come(this.#cluster.listWebs().map(this.#cluster.urlOf))

  /** Everybody, who has no session any more; whose rights are withdrawn from now on are others. */
  async signIn(): Promise<void> {
    this.leavers = new Leavers(this.#members)
    const listeners = this.#browsers.map((_, member) => member)
    const all = [...listeners, ...photoSenders, ...this.leavers.members]
    await this.#members.signIn(this.#cluster.url, all)
    await this.#comeLeavers()
  }

  async untilAcknowledged(more: number): Promise<void> {
    const wanted = this.tally.acknowledged.size + more
    await until(() => this.tally.acknowledged.size >= wanted, {
      what: `${more} posts acknowledged`,
      withinMs: PATIENCE_MS,
    })
  }

  #tick(): void {
    const now = performance.now()
    if (this.#isPosting) this.#due += ((now - this.#last) * this.#rate) / 1_000
    this.#last = now
    const writers = Math.min(WRITERS, this.#browsers.length)
    for (; this.#due >= 1; this.#due -= 1) {
      const member = (this.posted += 1) % writers
      const [all, ...own] = memberRooms(member)
      const room = this.posted % FOR_ALL === 0 ? all! : own[this.posted % own.length]!
      this.#browsers[member]!.post(roomSlug(room))
    }
  }

  /**
   * Nobody posts any more. Milliseconds until everybody shows what was stored a moment before, and until nothing waits
   * to be sent and everybody shows all; null where that did not come.
   */
  async measureWhole(): Promise<{ wholeMs: number | null; restMs: number | null }> {
    const since = performance.now()
    this.#isPosting = false
    await this.#photos.stop()
    let wholeMs: number | null = null
    let earlier = await this.#readLatest()
    const isOver = async () => {
      const latest = await this.#readLatest()
      if (this.#isShown(earlier)) wholeMs ??= performance.now() - since
      earlier = latest
      return this.#browsers.every(({ isAtRest }) => isAtRest) && this.#isShown(latest)
    }
    const isAtRest = await until(isOver, { withinMs: PATIENCE_MS, everyMs: LOOK_MS }).catch(
      () => false,
    )
    return { wholeMs, restMs: isAtRest ? performance.now() - since : null }
  }

  async #readLatest(): Promise<ReadonlyMap<string, number> | null> {
    const rows = await this.#cluster.pair.admin
      .rows<{ slug: string; at: number }>(sql`select slug, last_number::int as at from rooms`)
      .catch(() => null)
    return rows && new Map(rows.map(({ slug, at }) => [slug, at]))
  }

  #isShown(latest: ReadonlyMap<string, number> | null): boolean {
    if (!latest) return false
    return this.#browsers.every(
      ({ isOpen, views }) =>
        isOpen &&
        [...views].every(([slug, view]) => view.from + view.shown.length >= latest.get(slug)!),
    )
  }

  /** Of what was acknowledged in this round, whatever is nowhere. */
  async countMissing(): Promise<number> {
    const ids = [...this.tally.acknowledged]
    const found = await this.#cluster.pair.admin.row<{ count: number }>(
      sql`select count(*)::int as count from posts where id = any (${ids}::uuid[])`,
    )
    return ids.length - found!.count
  }

  /** In the order of each room. */
  readStored(): Promise<Stored[]> {
    const [slugs, numbers] = [[...this.#base.keys()], [...this.#base.values()]]
    return this.#cluster.pair.admin.rows<Stored>(sql`
      select p.id, r.slug, p.number::int, p.text
      from unnest(${slugs}::text[], ${numbers}::int[]) base (slug, at)
      join rooms r on r.slug = base.slug join posts p on p.room_id = r.id and p.number > base.at
      order by p.room_id, p.number`)
  }

  /** Members who are shown something else than what is stored. */
  async findOdd(): Promise<string[]> {
    const stored = Map.groupBy(await this.readStored(), ({ slug }) => slug)
    let odd = 0
    for (const { views } of this.#browsers)
      for (const [slug, { from, shown }] of views) {
        const base = this.#base.get(slug) ?? 0
        const ids = (stored.get(slug) ?? []).map(({ id }) => id)
        const there = shown.slice(Math.max(0, base - from)).join()
        if (there !== ids.slice(Math.max(0, from - base)).join()) odd += 1
      }
    return odd === 0 ? [] : [`${odd} rooms are shown otherwise than they are stored`]
  }

  findWrongFiles(wentBack: boolean): Promise<string[]> {
    const { pair, listFiles } = this.#cluster
    return this.#photos.findWrong(pair.admin, listFiles(), wentBack)
  }

  /** Of each process that answers, in KiB, after a collection. */
  async readMemory(): Promise<Map<number, number>> {
    const webs = this.#cluster.listWebs()
    await Promise.all(webs.map((web) => web.collect()))
    return new Map(webs.map((web) => [web.pid, web.residentKib()]))
  }

  async close(): Promise<void> {
    clearInterval(this.#ticking)
    this.#isPosting = false
    await this.#photos.stop()
    for (const browser of this.#browsers) browser.close()
  }
}
