import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { sql } from '#server/platform/database/database.ts'
import { integer, letters, pick, uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'
import type { Overhearing } from './overhearing.ts'
import { isForgotten, Pair, type ModelTable } from './pair.ts'
import { Account, People, type Came } from './people.ts'
import { Screen } from './screen.ts'
import {
  clearCopy,
  decline,
  deleteOwn,
  editOwn,
  findLastOwn,
  forget,
  leaveSeat,
  say,
  sitDown,
  undo,
  sendWave,
} from './talking.ts'
import {
  avoid,
  block,
  comeBack,
  leaveClub,
  liftSuspension,
  reportMessage,
  reportProfile,
  setMuted,
  stayAway,
  stopAvoiding,
  suspend,
  takeBack,
  tryAnyway,
  unblock,
} from './keepingApart.ts'
import { SECOND } from './drawn.ts'

const POSTS = 6

/** How often each is done, in so many of all. */
const OFTEN = {
  wave: 24,
  undo: 4,
  decline: 1,
  sit: 24,
  say: 28,
  edit: 6,
  delete: 4,
  rise: 4,
  clear: 3,
  forget: 3,
  block: 2,
  unblock: 6,
  mute: 1,
  unmute: 1,
  avoid: 1,
  'stop avoiding': 4,
  report: 2,
  suspend: 2,
  leave: 1,
} as const
type Kind = keyof typeof OFTEN
const KINDS = Object.entries(OFTEN).flatMap(([kind, times]) =>
  Array<Kind>(times).fill(kind as Kind),
)

/** Four who do whatever comes to their minds, what must follow from it, and what each of them is told. */
export class Foursome {
  club: Club
  people: People
  overhearing: Overhearing
  /** What was done, to find a fault. */
  log: string[] = []
  /** How often what came of what. */
  outcomes: Map<string, number>
  screens = new Map<Account, Screen>()
  words: { text: string; by: Account }[] = []
  /** What somebody reported of a table: they have it from then on, whatever becomes of the table. */
  reported: { text: string; by: Account }[] = []
  /** Every table there ever was. */
  tables: ModelTable[] = []
  #room: { id: string }
  #pairs = new Map<string, Pair>()

  constructor(
    club: Club,
    room: { id: string },
    { overhearing, outcomes }: { overhearing: Overhearing; outcomes: Map<string, number> },
  ) {
    this.club = club
    this.#room = room
    this.overhearing = overhearing
    this.outcomes = outcomes
    this.people = new People({
      blocked: (owner, other, at) => {
        const pair = this.pair(owner, other)
        pair.end(at)
        pair.drop(() => true)
      },
      declined: (owner, other, at) => {
        const pair = this.pair(owner, other)
        pair.end(at)
        pair.drop(({ seats }) => seats.has(owner))
      },
    })
  }

  now = (): number => this.club.app.now().getTime()

  pair(one: Account, other: Account): Pair {
    const key = [one.userId, other.userId].sort().join()
    const known = this.#pairs.get(key) ?? new Pair([one, other])
    this.#pairs.set(key, known)
    return known
  }

  /** Somebody comes in, and has said something in the room. */
  async welcome(person: number, came: Came, posts = Array.from({ length: POSTS }, uuid)) {
    await this.club.app.db.run(sql`
      with joined as (
        insert into room_members (room_id, user_id, created_at)
        values (${this.#room.id}, ${came.userId}, ${this.club.app.now().toISOString()})),
      room as (update rooms set last_number = last_number + ${POSTS} where id = ${this.#room.id}
        returning last_number)
      insert into posts (id, room_id, number, user_id, text, created_at)
      select id, ${this.#room.id}::uuid, last_number - ${POSTS} + place, ${came.userId}::uuid, 'hello',
        ${this.club.app.now().toISOString()}
      from room, unnest(${posts}::uuid[]) with ordinality as given (id, place)`)
    const account = new Account(person, came, posts)
    this.people.add(account)
    return account
  }

  /** One act of one of them. All random values are drawn before any request, so that the order of answers does not matter. */
  async act(): Promise<void> {
    const drawnKind = pick(KINDS)
    const [person, step, chance, nth] = [integer(4), integer(6), integer(4), integer(POSTS)]
    const [word, id] = [`zq${letters(16)}`, uuid()]
    const drawnPerson = this.people.current(person)
    const earlier = this.people.findLeaving(drawnPerson)
    if (earlier && chance === 0 && nth === 1) {
      this.log.push(`return ${earlier.person}`)
      return this.#note('return', await takeBack(this, earlier))
    }
    // to sign up again costs as much as many other acts
    const kind = drawnKind === 'leave' && chance > 0 ? 'say' : drawnKind
    const now = this.now()
    // a member who is away comes back now and then, and others do something meanwhile
    const isBack = drawnPerson.isGone || (chance === 0 && nth === 0)
    const me = isBack ? drawnPerson : this.#somebodyThere(person)
    const other = this.#choose(kind, me, { now, step, isApt: chance > 0 })
    const drawn = { me, other, pair: this.pair(me, other), now, word, id }
    const begin = (what: string) => this.log.push(`${what} ${me.person} ${other.person}`)
    if (me.isGone || me.isLeaving()) {
      begin('return')
      if (step === 0) return this.#note('return', await stayAway(this, me))
      const isTakenBack = step === 1 && !me.isGone
      return this.#note(
        'return',
        isTakenBack ? await takeBack(this, me) : await comeBack(this, me, word),
      )
    }
    if (me.isSuspended(now)) {
      begin('suspended')
      return this.#note(
        'suspended',
        chance > 0 ? await tryAnyway(this, drawn) : await liftSuspension(this, me),
      )
    }
    begin(kind)
    const acts = {
      wave: () => sendWave(this, drawn, nth),
      undo: () => undo(this, drawn),
      decline: () => decline(this, drawn),
      sit: () => sitDown(this, drawn),
      say: () => say(this, drawn),
      edit: () => editOwn(this, drawn),
      delete: () => deleteOwn(this, drawn),
      rise: () => leaveSeat(this, drawn),
      clear: () => clearCopy(this, drawn),
      forget: () => forget(this, drawn, chance > 0),
      block: () => block(this, drawn),
      unblock: () => unblock(this, drawn),
      mute: () => setMuted(this, drawn, true),
      unmute: () => setMuted(this, drawn, false),
      avoid: () => avoid(this, drawn),
      'stop avoiding': () => stopAvoiding(this, drawn),
      report: () => (chance > 1 ? reportMessage(this, drawn) : reportProfile(this, drawn)),
      suspend: () => suspend(this, drawn, chance),
      leave: () => leaveClub(this, drawn),
    }
    this.#note(kind, await acts[kind]())
  }

  /** How often what came of what. */
  #note(what: string, got: unknown): void {
    const outcome = `${what}: ${String(got)}`
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    this.log[this.log.length - 1] += ` ${String(got)}`
  }

  #somebodyThere(from: number): Account {
    const four = [0, 1, 2, 3].map((step) => this.people.current((from + step) % 4))
    return four.find((one) => !one.isGone && !one.isLeaving()) ?? four[0]!
  }

  /** With whom: mostly with somebody with whom something comes of it. */
  #choose(
    kind: Kind,
    me: Account,
    { now, step, isApt }: { now: number; step: number; isApt: boolean },
  ) {
    const others = [0, 1, 2, 3].flatMap((person) =>
      person === me.person ? [] : [this.people.current(person)],
    )
    const apt = isApt ? others.filter((other) => this.#isApt(kind, me, { other, now })) : []
    const chosen = apt.length > 0 ? apt : others
    return chosen[step % chosen.length]!
  }

  #isApt(kind: Kind, me: Account, { other, now }: { other: Account; now: number }): boolean {
    const pair = this.pair(me, other)
    const table = pair.standing(now)
    const isOpen = Boolean(table?.openedAt)
    if (kind === 'say' || kind === 'forget') return isOpen
    if (kind === 'rise') return isOpen || Boolean(table && !table.seats.has(me))
    if (kind === 'edit' || kind === 'delete') return isOpen && Boolean(findLastOwn(table, me))
    if (kind === 'sit') return !table?.seats.has(me) && pair.isMutual(me, other)
    if (kind === 'clear')
      return pair.kept(now).some(({ endedAt, cleared }) => endedAt !== null && !cleared.has(me))
    const waves = [...pair.waves.values()]
    if (kind === 'wave') return !pair.isMutual(other, me) && waves.every(({ by }) => by !== me)
    const fresh = now - limits.waveUndoSeconds * SECOND
    return kind === 'undo' && waves.some(({ by, at }) => by === me && at >= fresh)
  }

  /** Whether the other waits where one has no seat, and one is shown it. */
  isAsked({ me, pair }: { me: Account; pair: Pair }, other: Account): boolean {
    const now = this.now()
    return this.people.sees(me, other, now) && !pair.isDeclined && !pair.isRefused(me, now)
  }

  /** The accounts whose time has come are gone, at this moment by the clock of the database. */
  purged(at: number): void {
    const now = this.now()
    const due = this.people.accounts.filter(
      ({ isGone, purgeAt }) => !isGone && purgeAt !== null && purgeAt <= now,
    )
    for (const account of due.sort((one, other) => one.purgeAt! - other.purgeAt!)) {
      this.people.purge(account)
      for (const pair of this.#pairs.values()) {
        if (!pair.two.includes(account)) continue
        pair.drop(() => true)
        pair.end(at)
        pair.waves.clear()
        for (const table of pair.tables) table.forgetting.delete(account)
      }
    }
  }

  /** What has had its time at tables is not there any more. */
  swept(): void {
    const now = this.now()
    for (const pair of this.#pairs.values()) {
      const standing = pair.standing(now)
      pair.drop((table) => table !== standing)
      for (const table of pair.tables)
        for (const word of table.words) if (isForgotten(table, word, now)) word.text = null
    }
  }

  closeScreen(account: Account): void {
    this.screens.get(account)?.close()
    this.screens.delete(account)
  }

  /** Opens a stream for each member who is there. */
  async openScreens(): Promise<void> {
    const now = this.now()
    for (const account of this.people.accounts) {
      if (!account.isHere(now)) this.closeScreen(account)
      else if (!this.screens.has(account))
        this.screens.set(account, new Screen(await this.club.follow(account)))
    }
  }

  close(): void {
    for (const screen of this.screens.values()) screen.close()
  }

  hearScreen(screen: Screen): void {
    const account = [...this.screens].find(([, one]) => one === screen)?.[0]
    for (const event of screen.take()) {
      if (event.type === 'beat' || event.type === 'post') continue
      const foreign = this.overhearing.findForeign(JSON.stringify(event), account?.userId)
      expect(foreign).toEqual([])
    }
  }

  /** Nobody was told anything that is not theirs. */
  hear(): void {
    for (const screen of this.screens.values()) this.hearScreen(screen)
  }

  pairsOf = (me: Account): Pair[] => [...this.#pairs.values()].filter(({ two }) => two.includes(me))
}

/** Answers are looked through as they are given: nobody is told anything of a table that is not theirs. */
export function overhearAnswers(
  call: Club['call'],
  overhearing: Overhearing,
  userIdOf: (cookie: string) => string | undefined,
): Club['call'] {
  return async (as, endpoint: Endpoint, request) => {
    const result = await call(as, endpoint, request)
    const text = JSON.stringify(result.ok ? result.answer : result.body)
    const reader = as ? userIdOf(as.cookie) : undefined
    expect([endpoint.path, overhearing.findForeign(text, reader)]).toEqual([endpoint.path, []])
    const isOfTable = /^\/api\/(tables|reports)/.test(endpoint.path)
    if (!isOfTable && !endpoint.path.endsWith('/table'))
      expect([endpoint.path, overhearing.findWords(text)]).toEqual([endpoint.path, []])
    return result as never
  }
}
