import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import {
  avoidAddress,
  findAvoidedAddress,
  removeAvoidedAddress,
} from '#contract/members/avoidedAddresses.ts'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { deleteTableMessage, editTableMessage } from '#contract/tables/messages.ts'
import { clearTable, listTables } from '#contract/tables/tables.ts'
import { sql } from '#server/platform/database/database.ts'
import { enterClub } from '#testing/fixtures/apart.ts'
import { undoWaveToPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { rise, sit, trySaying } from '#testing/fixtures/tables.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { leave } from '#testing/privacy/leaving.ts'
import { integer, letters, pick, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import type { Club } from '#testing/club/club.ts'
import type { Overhearing } from './overhearing.ts'
import { Pair, type ModelTable } from './pair.ts'
import { Account, People, type Came } from './people.ts'
import { Screen } from './screen.ts'

const SECOND = 1_000
const POSTS = 6
const HOUR = 3_600 * SECOND

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
  block: 2,
  unblock: 6,
  mute: 1,
  unmute: 1,
  avoid: 1,
  'stop avoiding': 4,
  report: 1,
  suspend: 2,
  leave: 1,
} as const
type Kind = keyof typeof OFTEN
const KINDS = Object.entries(OFTEN).flatMap(([kind, times]) =>
  Array<Kind>(times).fill(kind as Kind),
)

type Drawn = { me: Account; other: Account; pair: Pair; now: number; word: string; id: string }

const codeOf = (result: { ok: boolean; code?: string }) => (result.ok ? 'ok' : result.code)
const GONE = 'PGRST116'

/** Four who do whatever comes to their minds, what must follow from it, and what each of them is told. */
export class Foursome {
  club: Club
  people: People
  overhearing: Overhearing
  /** What was done, for whoever looks for a fault. */
  log: string[] = []
  /** How often what came of what. */
  outcomes: Map<string, number>
  screens = new Map<Account, Screen>()
  words: { text: string; by: Account }[] = []
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

  /** One act of one of them. All that is drawn is drawn before anything is asked, whoever is answered first. */
  async act(): Promise<void> {
    const drawnKind = pick(KINDS)
    const [person, step, chance, nth] = [integer(4), integer(6), integer(4), integer(POSTS)]
    const [word, id] = [`zq${letters(16)}`, uuid()]
    // to sign up anew costs as much as many other acts
    const kind = drawnKind === 'leave' && chance > 0 ? 'say' : drawnKind
    const drawnPerson = this.people.current(person)
    const now = this.now()
    // whoever is away comes back now and then, and others do something meanwhile
    const isBack = drawnPerson.isGone || (chance === 0 && nth === 0)
    const me = isBack ? drawnPerson : this.#somebodyThere(person)
    const other = this.#choose(kind, me, { now, step, isApt: chance > 0 })
    const drawn = { me, other, pair: this.pair(me, other), now, word, id }
    const note = (what: string, got: unknown) => {
      const outcome = `${what}: ${String(got)}`
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
      this.log[this.log.length - 1] += ` ${String(got)}`
    }
    const begin = (what: string) => this.log.push(`${what} ${me.person} ${other.person}`)
    if (me.isGone || me.isLeaving()) {
      begin('return')
      return note('return', step === 0 ? await this.#stayAway(me) : await this.#return(me, word))
    }
    if (me.isSuspended(now)) {
      begin('suspended')
      return note('suspended', chance > 0 ? await this.#tryAnyway(drawn) : await this.#lift(me))
    }
    begin(kind)
    const acts = {
      wave: () => this.#wave(drawn, nth),
      undo: () => this.#undo(drawn),
      decline: () => this.#decline(drawn),
      sit: () => this.#sit(drawn),
      say: () => this.#say(drawn),
      edit: () => this.#edit(drawn),
      delete: () => this.#delete(drawn),
      rise: () => this.#rise(drawn),
      clear: () => this.#clear(drawn),
      block: () => this.#block(drawn),
      unblock: () => this.#unblock(drawn),
      mute: () => this.#mute(drawn, true),
      unmute: () => this.#mute(drawn, false),
      avoid: () => this.#avoid(drawn),
      'stop avoiding': () => this.#stopAvoiding(drawn),
      report: () => this.#report(drawn),
      suspend: () => this.#suspend(drawn, chance),
      leave: () => this.#leave(drawn),
    }
    note(kind, await acts[kind]())
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
    if (kind === 'say') return isOpen
    if (kind === 'rise') return isOpen || Boolean(table && !table.seats.has(me))
    if (kind === 'edit' || kind === 'delete') return isOpen && Boolean(this.#lastOwn(table, me))
    if (kind === 'sit') return !table?.seats.has(me) && pair.isMutual(me, other)
    if (kind === 'clear')
      return pair.kept(now).some(({ endedAt, cleared }) => endedAt !== null && !cleared.has(me))
    const waves = [...pair.waves.values()]
    if (kind === 'wave') return !pair.isMutual(other, me) && waves.every(({ by }) => by !== me)
    const fresh = now - limits.waveUndoSeconds * SECOND
    return kind === 'undo' && waves.some(({ by, at }) => by === me && at >= fresh)
  }

  async #wave({ me, other, pair, now }: Drawn, nth: number) {
    const postId = other.posts[nth]!
    const got = codeOf(await waveToPost(this.club, me, postId))
    const key = `${me.userId} ${postId}`
    const isKnown = pair.waves.has(key)
    if (!this.people.sees(me, other, now)) expect(got).toBe(GONE)
    else expect(got).toBe(!isKnown && pair.isResting(now) ? 'wave_resting' : 'ok')
    if (got === 'ok' && !isKnown) pair.waves.set(key, { by: me, at: now })
    return isKnown && got === 'ok' ? 'known' : got
  }

  async #undo({ me, pair, now, id }: Drawn) {
    const [key, own] = [...pair.waves].findLast(([, { by }]) => by === me) ?? []
    const got = codeOf(await undoWaveToPost(this.club, me, key?.split(' ')[1] ?? id))
    const isSettled = own && now > own.at + limits.waveUndoSeconds * SECOND
    expect(got).toBe(isSettled ? 'wave_settled' : 'ok')
    if (key && !isSettled) pair.waves.delete(key)
    return own ? got : 'nothing'
  }

  async #decline({ me, other, pair, now }: Drawn) {
    const body = { waverId: other.userId }
    expect(codeOf(await this.club.call(me, declineWaves, { body }))).toBe('ok')
    const isWaved = [...pair.waves.values()].some(({ by }) => by === other)
    if (isWaved) this.people.decline(me, other, now)
    return isWaved ? 'a wave' : 'nothing'
  }

  async #sit({ me, other, pair, now }: Drawn) {
    const sat = await sit(this.club, me, other)
    const got = sat.ok ? sat.answer.state : sat.code
    const standing = pair.standing(now)
    if (!this.people.sees(me, other, now)) expect(got).toBe(GONE)
    else if (standing?.seats.has(me)) expect(got).toBe(standing.openedAt ? 'open' : 'waiting')
    else if (!pair.isMutual(me, other)) expect(got).toBe('not_mutual')
    else {
      const isOpening = standing !== undefined && !pair.isDeclined
      expect(got).toBe(isOpening ? 'open' : 'waiting')
      if (!sat.ok) return got
      pair.drop((table) => table !== standing)
      this.overhearing.note(sat.answer.id, [me.userId, other.userId])
      pair.refusals.delete(me)
      if (isOpening) standing.openedAt = now
      if (standing) standing.seats.add(me)
      else
        this.#add(pair, {
          id: sat.answer.id,
          seats: new Set([me]),
          openedAt: null,
          endedAt: null,
          madeAt: now,
          cleared: new Set(),
          words: [],
        })
    }
    return got
  }

  #add(pair: Pair, table: ModelTable): void {
    pair.tables.push(table)
    this.tables.push(table)
  }

  #kept = ({ me, pair, now }: Drawn): ModelTable | undefined =>
    pair.kept(now).findLast(({ seats, cleared }) => seats.has(me) && !cleared.has(me))

  #writingRefusal({ other, now }: Drawn, table: ModelTable | undefined): string | null {
    if (!table?.openedAt) return GONE
    if (table.endedAt) return 'table_ended'
    return other.isHere(now) ? null : 'table_resting'
  }

  async #say(drawn: Drawn) {
    const { me, other, now, word, id } = drawn
    const table = this.#kept(drawn)
    // known before it is said, because the other hears it before the one is answered
    this.overhearing.note(word, [me.userId, other.userId])
    const said = await trySaying(this.club, me, table?.id ?? id, word, { id })
    const refusal = this.#writingRefusal(drawn, table)
    expect(codeOf(said)).toBe(refusal ?? 'ok')
    if (refusal) return refusal
    table!.words.push({ id, by: me, text: word, at: now })
    this.words.push({ text: word, by: me })
    return 'ok'
  }

  /** Both are told to read anew what was changed. */
  async #tellingBoth<T>(
    { pair, now }: Drawn,
    change: () => Promise<T>,
    isTold: (of: T) => boolean,
  ) {
    const told = pair.two.flatMap((one) => {
      const screen = one.isHere(now) ? this.screens.get(one) : undefined
      return screen ? [screen] : []
    })
    for (const screen of told) this.#hear(screen)
    const before = told.map(({ readies }) => readies)
    const changed = await change()
    if (isTold(changed))
      for (const [place, screen] of told.entries())
        await until(() => (this.#hear(screen), screen.readies > before[place]!), {
          what: 'a stream that tells of a message that was changed',
          everyMs: 1,
        })
    return changed
  }

  #lastOwn = (table: ModelTable | undefined, me: Account) =>
    table?.words.findLast(({ by, text }) => by === me && text !== null)

  async #edit(drawn: Drawn) {
    const { me, other, now, word: text, id } = drawn
    const table = this.#kept(drawn)
    const own = this.#lastOwn(table, me)
    this.overhearing.note(text, [me.userId, other.userId])
    const params = { tableId: table?.id ?? id, messageId: own?.id ?? id }
    const refusal = this.#writingRefusal(drawn, table)
    const late = own && now > own.at + limits.editMinutes * 60 * SECOND ? 'edit_too_late' : null
    const expected = refusal ?? (own ? late : 'post_gone') ?? 'ok'
    const edited = await this.#tellingBoth(
      drawn,
      () => this.club.call(me, editTableMessage, { params, body: { text } }),
      ({ ok }) => ok,
    )
    expect(codeOf(edited)).toBe(expected)
    if (!edited.ok) return expected
    own!.text = text
    this.words.push({ text, by: me })
    return 'ok'
  }

  async #delete(drawn: Drawn) {
    const { me, id } = drawn
    const table = this.#kept(drawn)
    const own = this.#lastOwn(table, me)
    const params = { tableId: table?.id ?? id, messageId: own?.id ?? id }
    const isOpen = table?.openedAt && !table.endedAt
    const deleted = await this.#tellingBoth(
      drawn,
      () => this.club.call(me, deleteTableMessage, { params }),
      ({ ok }) => ok && Boolean(isOpen),
    )
    expect(codeOf(deleted)).toBe(!table ? GONE : own ? 'ok' : 'post_gone')
    if (own) own.text = null
    return codeOf(deleted)
  }

  /** Whether the other waits where one has no seat, and one is shown it. */
  isAsked({ me, pair }: { me: Account; pair: Pair }, other: Account): boolean {
    const now = this.now()
    return this.people.sees(me, other, now) && !pair.isDeclined && !pair.isRefused(me, now)
  }

  async #rise({ me, other, pair, now, id }: Drawn) {
    const standing = pair.standing(now)
    if (standing && !standing.openedAt && !standing.seats.has(me))
      return this.#refuse(standing, { me, other, pair, now })
    const table = pair.tables.findLast(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
    const isThere = table && pair.kept(now).includes(table)
    const got = codeOf(await rise(this.club, me, table?.id ?? id))
    expect(got).toBe(isThere ? 'ok' : GONE)
    if (table?.openedAt && !table.endedAt) pair.end(now)
    else pair.drop((one) => one === table)
    return got
  }

  /** "Rather not", to somebody who waits: they go on waiting. */
  async #refuse(
    { id }: ModelTable,
    { me, other, pair, now }: Pick<Drawn, 'me' | 'other' | 'pair' | 'now'>,
  ) {
    const isAsked = this.isAsked({ me, pair }, other)
    const got = codeOf(await rise(this.club, me, id))
    expect(got).toBe(isAsked ? 'ok' : GONE)
    if (isAsked) pair.refusals.set(me, now)
    return isAsked ? 'rather not' : 'rather not, unasked'
  }

  async #clear({ me, pair, now, id }: Drawn) {
    const table = pair.kept(now).find(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
    const params = { tableId: table?.id ?? id }
    const got = codeOf(await this.club.call(me, clearTable, { params }))
    expect(got).toBe(!table ? GONE : table.endedAt ? 'ok' : 'table_open')
    if (table?.endedAt) table.cleared.add(me)
    return got
  }

  async #block({ me, other, now }: Drawn) {
    const params = { memberId: other.userId }
    expect(codeOf(await this.club.call(me, blockMember, { params }))).toBe('ok')
    this.people.block(me, other, now)
    return 'ok'
  }

  /** Whoever was blocked first; where nobody is, the other. */
  async #unblock({ me, other }: Drawn) {
    const named = this.people.accounts.find(
      (one) =>
        me.blocks.get(one)?.has('') ||
        me.marks.some(({ kind, source }) => kind === 'block' && source === one.userId),
    )
    const ended = named ?? other
    const params = { memberId: ended.userId }
    expect(codeOf(await this.club.call(me, unblockMember, { params }))).toBe('ok')
    this.people.unblock(me, ended)
    if (!named) return 'nothing'
    return ended === this.people.current(ended.person) ? 'who is there' : 'who was there before'
  }

  async #mute({ me, other }: Drawn, isMuted: boolean) {
    const params = { memberId: other.userId }
    const got = isMuted
      ? await this.club.call(me, muteMember, { params, body: {} })
      : await this.club.call(me, unmuteMember, { params })
    expect(codeOf(got)).toBe('ok')
    return 'ok'
  }

  async #avoid({ me, other, now }: Drawn) {
    const body = { email: other.email }
    const isNew = this.people.findAvoided(me, other.person) === undefined
    expect(codeOf(await this.club.call(me, avoidAddress, { body }))).toBe('ok')
    const found = await this.club.call(me, findAvoidedAddress, { body })
    const entry = found.ok ? found.answer.entry : null
    expect(entry).not.toBeNull()
    if (isNew) this.people.avoid(me, other.person, entry!.id, now)
    return isNew ? 'one more' : 'known'
  }

  async #stopAvoiding({ me, id }: Drawn) {
    const entryId = me.marks.find(({ kind }) => kind === 'address')?.source
    const params = { entryId: entryId ?? id }
    expect(codeOf(await this.club.call(me, removeAvoidedAddress, { params }))).toBe('ok')
    if (entryId) this.people.stopAvoiding(me, entryId)
    return entryId ? 'an entry' : 'nothing'
  }

  async #report({ me, other, now, id }: Drawn) {
    const target = { kind: 'profile', id: other.userId } as const
    const made = await this.club.call(me, createReport, { body: { id, target, reason: 'spam' } })
    expect(codeOf(made)).toBe(this.people.sees(me, other, now) ? 'ok' : GONE)
    return codeOf(made)
  }

  async #suspend({ me, now }: Drawn, chance: number) {
    const hours = [0.02, 0.05, 1, 90][chance]!
    this.#closeScreen(me)
    await suspendMember(this.club, me, { hours })
    me.suspendedUntil = now + hours * HOUR
    return hours
  }

  /** Whoever is suspended does nothing. */
  async #tryAnyway({ me, other, word, id, pair }: Drawn) {
    const tableId = pair.tables.at(-1)?.id ?? id
    expect(codeOf(await trySaying(this.club, me, tableId, word))).toBe('suspended')
    expect(codeOf(await sit(this.club, me, other))).toBe('suspended')
    return 'nothing'
  }

  async #lift(me: Account) {
    const at = this.club.app.now().toISOString()
    await this.club.db.transaction(async (tx) => {
      await tx.run(sql`update statements set lifted_at = ${at}, lift_reason = 'A mistake.'
        where user_id = ${me.userId} and kind = 'suspension' and lifted_at is null`)
      await tx.run(sql`update users set suspended_until = null, suspension_reason = null
        where id = ${me.userId}`)
    })
    me.suspendedUntil = 0
    return 'lifted'
  }

  async #leave({ me }: Drawn) {
    this.#closeScreen(me)
    this.people.leave(me, Date.parse(await leave(this.club, me)))
    return 'ok'
  }

  /** Whoever deleted their account is signed out, and reads nothing. */
  async #stayAway(me: Account) {
    expect(codeOf(await this.club.call(me, listTables, {}))).toBe('not_signed_in')
    return 'signed out'
  }

  /** With the same mailbox; while the account before is still to go, written in another way. */
  async #return(me: Account, word: string) {
    const [name = ''] = me.email.split(/[+@]/)
    const email = me.isGone ? `${name}@example.org` : `${name}+${word}@example.org`
    await this.welcome(me.person, await enterClub(this.club, email))
    return me.isGone ? 'later' : 'meanwhile'
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
      }
    }
  }

  /** What has had its time at tables is not there any more. */
  swept(): void {
    const now = this.now()
    for (const pair of this.#pairs.values()) {
      const standing = pair.standing(now)
      pair.drop((table) => table !== standing)
    }
  }

  #closeScreen(account: Account): void {
    this.screens.get(account)?.close()
    this.screens.delete(account)
  }

  /** Whoever is there listens. */
  async openScreens(): Promise<void> {
    const now = this.now()
    for (const account of this.people.accounts) {
      if (!account.isHere(now)) this.#closeScreen(account)
      else if (!this.screens.has(account))
        this.screens.set(account, new Screen(await this.club.follow(account)))
    }
  }

  close(): void {
    for (const screen of this.screens.values()) screen.close()
  }

  #hear(screen: Screen): void {
    const account = [...this.screens].find(([, one]) => one === screen)?.[0]
    for (const event of screen.take()) {
      if (event.type === 'beat' || event.type === 'post') continue
      const foreign = this.overhearing.findForeign(JSON.stringify(event), account?.userId)
      expect(foreign).toEqual([])
    }
  }

  /** Nobody was told anything that is not theirs. */
  hear(): void {
    for (const screen of this.screens.values()) this.#hear(screen)
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
    const isOfTable = endpoint.path.startsWith('/api/tables')
    if (!isOfTable && !endpoint.path.endsWith('/table'))
      expect([endpoint.path, overhearing.findWords(text)]).toEqual([endpoint.path, []])
    return result as never
  }
}
