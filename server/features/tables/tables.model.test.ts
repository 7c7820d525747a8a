import { expect, test } from 'vitest'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { clearTable } from '#contract/tables/tables.ts'
import { insertPost, undoWaveToPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { fetchTables, readWords, rise, sit, trySaying } from '#testing/fixtures/tables.ts'
import { tries } from '#testing/property.ts'
import { integer, letters, pick, uuid } from '#testing/random.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const SECOND = 1_000
const DAY = 86_400_000
/** So many acts are one history; then four others begin. */
const ACTS = 250

type Word = { by: number; text: string }
type Table = {
  id: string
  seats: Set<number>
  openedAt: number | null
  endedAt: number | null
  madeAt: number
  cleared: Set<number>
  words: Word[]
}

/** What two did to each other, and what must follow from it. Members are numbers, from the first on. */
class Pair {
  waves = new Map<string, { by: number; at: number }>()
  declines = new Map<number, number>()
  blocks = new Set<number>()
  tables: Table[] = []

  standing = (now: number) =>
    this.tables.find(
      ({ endedAt, openedAt, madeAt }) =>
        endedAt === null && (openedAt !== null || madeAt > now - 14 * DAY),
    )
  kept = (now: number) =>
    this.tables.filter(
      (table) =>
        table === this.standing(now) || (table.endedAt !== null && table.endedAt > now - 30 * DAY),
    )
  get isApart() {
    return this.blocks.size > 0
  }
  isResting = (now: number) =>
    this.tables.some(({ endedAt }) => endedAt !== null && endedAt > now - 30 * DAY)

  /** As one of them may know of it: that the other declined earlier waves of theirs does not show. */
  isMutual(me: number, other: number): boolean {
    const back = [...this.waves.values()].filter(({ by }) => by === other)
    const refusedAt = this.declines.get(other) ?? Infinity
    return (
      [...this.waves.values()].some(({ by }) => by === me) &&
      back.some(({ at }) => refusedAt > at) &&
      !this.declines.has(me)
    )
  }

  end(now: number): void {
    const table = this.standing(now)
    if (!table?.openedAt) return
    table.endedAt = now
    this.waves.clear()
  }
  drop(table: Table): void {
    this.tables = this.tables.filter((one) => one !== table)
  }
}

const KINDS = [
  'wave',
  'wave',
  'wave',
  'undo',
  'decline',
  'sit',
  'sit',
  'sit',
  'say',
  'say',
  'say',
  'say',
  'rise',
  'clear',
  'block',
  'unblock',
  'unblock',
  'days',
] as const

class History {
  #club: Club
  #members: TestMember[]
  #pairs = new Map<string, Pair>()
  log: string[] = []
  /** At which tables each of them ever sat. */
  sat: Set<string>[]

  constructor(club: Club, members: TestMember[]) {
    this.#club = club
    this.#members = members
    this.sat = members.map(() => new Set())
  }

  #now = () => this.#club.app.now().getTime()
  pair(one: number, other: number): Pair {
    const key = [one, other].sort((a, b) => a - b).join()
    const known = this.#pairs.get(key) ?? new Pair()
    this.#pairs.set(key, known)
    return known
  }

  async act(): Promise<void> {
    this.#club.clock.advance({ seconds: 1 + integer(20) })
    const kind = pick(KINDS)
    const me = integer(4)
    const other = (me + 1 + integer(3)) % 4
    this.log.push(`${kind} ${me} ${other}`)
    const pair = this.pair(me, other)
    const [mine, theirs] = [this.#members[me]!, this.#members[other]!]
    const now = this.#now()
    const params = { memberId: theirs.userId }
    const standing = pair.standing(now)
    const code = (result: { ok: boolean; code?: string }) => (result.ok ? 'ok' : result.code)
    if (kind === 'wave') {
      const postId = await insertPost(this.#club, theirs, lounge)
      const waved = await waveToPost(this.#club, mine, postId)
      const expected = pair.isApart ? 'PGRST116' : pair.isResting(now) ? 'wave_resting' : 'ok'
      expect(code(waved)).toBe(expected)
      if (waved.ok) pair.waves.set(postId, { by: me, at: now })
    } else if (kind === 'undo') {
      const own = [...pair.waves].findLast(([, { by }]) => by === me)
      const undone = await undoWaveToPost(this.#club, mine, own?.[0] ?? uuid())
      const isSettled = own && now > own[1].at + 10 * SECOND
      expect(code(undone)).toBe(isSettled ? 'wave_settled' : 'ok')
      if (own && !isSettled) pair.waves.delete(own[0])
    } else if (kind === 'decline') {
      const body = { waverId: theirs.userId }
      expect(code(await this.#club.call(mine, declineWaves, { body }))).toBe('ok')
      const isWaved = [...pair.waves.values()].some(({ by }) => by === other)
      if (isWaved && !pair.declines.has(me)) {
        pair.declines.set(me, now)
        if (standing && !standing.openedAt && standing.seats.has(me)) pair.drop(standing)
        pair.end(now)
      }
    } else if (kind === 'sit') await this.#sit(me, other)
    else if (kind === 'say') await this.#say(me, other)
    else if (kind === 'rise') {
      const table = pair.tables.findLast(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
      const isThere = table && pair.kept(now).includes(table)
      expect(code(await rise(this.#club, mine, table?.id ?? uuid()))).toBe(
        isThere || (table && !table.openedAt) ? 'ok' : 'PGRST116',
      )
      if (table?.openedAt && !table.endedAt) pair.end(now)
      else if (table && !table.openedAt) pair.drop(table)
    } else if (kind === 'clear') {
      const table = pair.kept(now).find(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
      const done = await this.#club.call(mine, clearTable, {
        params: { tableId: table?.id ?? uuid() },
      })
      expect(code(done)).toBe(!table ? 'PGRST116' : table.endedAt ? 'ok' : 'table_open')
      if (table?.endedAt) table.cleared.add(me)
    } else if (kind === 'block') {
      await this.#club.call(mine, blockMember, { params })
      if (!pair.blocks.has(me)) {
        pair.end(now)
        for (const table of pair.tables) if (!table.openedAt) pair.drop(table)
      }
      pair.blocks.add(me)
    } else if (kind === 'unblock') {
      await this.#club.call(mine, unblockMember, { params })
      pair.blocks.delete(me)
    } else if (integer(4) === 0) {
      this.#club.clock.advance({ hours: 24 * (1 + integer(9)) })
      for (const [index, member] of this.#members.entries())
        this.#members[index] = { ...member, ...(await this.#club.session(member)) }
    }
  }

  async #sit(me: number, other: number): Promise<void> {
    const pair = this.pair(me, other)
    const now = this.#now()
    const sat = await sit(this.#club, this.#members[me]!, this.#members[other]!)
    const got = sat.ok ? sat.answer.state : sat.code
    const standing = pair.standing(now)
    if (pair.isApart) return expect(got).toBe('PGRST116')
    if (standing?.seats.has(me)) return expect(got).toBe(standing.openedAt ? 'open' : 'waiting')
    if (!pair.isMutual(me, other)) return expect(got).toBe('not_mutual')
    const isOpening = standing !== undefined && pair.declines.size === 0
    expect(got).toBe(isOpening ? 'open' : 'waiting')
    if (!sat.ok) return
    this.sat[me]!.add(sat.answer.id)
    for (const table of pair.tables) if (!table.openedAt && table !== standing) pair.drop(table)
    if (standing) {
      standing.seats.add(me)
      if (isOpening) standing.openedAt = now
    } else
      pair.tables.push({
        id: sat.answer.id,
        seats: new Set([me]),
        openedAt: null,
        endedAt: null,
        madeAt: now,
        cleared: new Set(),
        words: [],
      })
  }

  async #say(me: number, other: number): Promise<void> {
    const pair = this.pair(me, other)
    const now = this.#now()
    const table = pair.kept(now).findLast(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
    const text = letters(20)
    const said = await trySaying(this.#club, this.#members[me]!, table?.id ?? uuid(), text)
    const expected = !table?.openedAt ? 'PGRST116' : table.endedAt ? 'table_ended' : 'ok'
    expect(said.ok ? 'ok' : said.code).toBe(expected)
    if (said.ok) table!.words.push({ by: me, text })
  }

  /** What each of them is shown, by what was done. */
  async compare(): Promise<void> {
    const now = this.#now()
    for (const [me, member] of this.#members.entries()) {
      const shown = new Map((await fetchTables(this.#club, member)).map((one) => [one.id, one]))
      for (let other = 0; other < this.#members.length; other += 1) {
        if (other === me) continue
        const pair = this.pair(me, other)
        for (const table of pair.kept(now)) {
          const isMine = table.seats.has(me)
          if (table.cleared.has(me)) continue
          if (!isMine && (pair.isApart || pair.declines.size > 0)) continue
          const state = table.endedAt
            ? 'ended'
            : table.openedAt
              ? 'open'
              : isMine
                ? 'waiting'
                : 'asked'
          expect(shown.get(table.id)?.state).toBe(state)
          shown.delete(table.id)
          if (!table.openedAt) continue
          const words = table.words.filter(({ by }) => by === me || !pair.isApart)
          expect(await readWords(this.#club, member, table.id)).toEqual(
            words
              .map(({ text }) => text)
              .toReversed()
              .slice(0, 20),
          )
        }
      }
      expect([...shown.keys()]).toEqual([])
    }
  }
}

test('whatever four do to each other, words pass between two who both waved and sit, and nobody else hears any', async () => {
  await using opened = await openLounge({
    now: '2026-05-01T20:00:00.000Z',
    config: { limitsFactor: 10_000 },
  })
  const { club, guest } = opened
  for (let histories = 0; histories < tries(40); histories += 1) {
    const members = await Promise.all([guest(), guest(), guest(), guest()])
    const history = new History(club, members)
    const tabs = await Promise.all(members.map((member) => club.follow(member)))
    try {
      for (let acts = 0; acts < ACTS; acts += 1) {
        await history.act()
        for (const [me, tab] of tabs.entries())
          for (const event of tab.events.splice(0))
            if (event.type === 'message') expect(history.sat[me]!.has(event.table)).toBe(true)
        if (acts % 25 === 24) await history.compare()
      }
    } catch (error) {
      console.error(history.log.slice(-40).join(', '))
      throw error
    } finally {
      for (const tab of tabs) tab.close()
    }
  }
}, 600_000)
