// The outbox of a member: sends their posts in order and keeps each until the server has acknowledged it.
import { codes } from '#contract/errors.ts'
import type { Post } from '#contract/posts/posts.ts'
import { CallError } from '#web/platform/api/call.ts'
import { hasLeft, noteUnstored } from '#web/platform/session/drafts.ts'
import { RetryingRequest } from '#web/platform/api/RetryingRequest.ts'
import { newDatedId } from '#web/platform/api/newId.ts'
import {
  afterFailure,
  fresh,
  inOrder,
  isForLine,
  isStanding,
  nextToSend,
  waitLeft,
  type Outgoing,
} from './outbox.rules.ts'
import { SentPosts } from './outbox.sent.ts'
import { Shelf } from './outbox.shelf.ts'
import { Turn } from './outbox.turn.ts'
import { askStored, sendPost, toEvent } from '#web/platform/talk/sendPost.ts'

export type OutgoingPost = Outgoing & {
  /** `queued`: another one of its place goes first. */
  state: 'sending' | 'waiting' | 'queued' | 'refused' | 'sent'
  /** Whether it outlives this tab. */
  isStored: boolean
  /** Whether it waits for the club to be reached again. */
  isForLine: boolean
}

type Options = {
  userId: string
  /** Rejects with a `CallError`, soon after the signal at the latest. Sending again is always safe. */
  send(entry: Outgoing, signal: AbortSignal): Promise<Post>
  /** The ids of those that this generation of the club's database has; null: it was not that one that answered. */
  askStored(
    entries: readonly Outgoing[],
    generation: string,
    signal: AbortSignal,
  ): Promise<readonly string[] | null>
  onSent(place: string, post: Post): void
  /** Also, once, when it is tried again because the club gave an answer that is none. */
  onRefused(entry: Outgoing): void
}

/** A sent post stays in sight this long if its place does not show it sooner. */
const SENT_IN_SIGHT_MS = 10_000
/** With the longest wait, less than the ten seconds within which a way back must be used. */
const LONGEST_TRY_MS = 6_000
/** So long the club is asked in all what it still has, and so long it rests between; without an answer all of it goes again. */
const LONGEST_QUESTION_MS = 2_000
const QUESTION_PAUSES_MS = [300, 600]

/** The posts of one member that the server has not yet acknowledged, and the sending of them. */
export class Outbox {
  #options: Options
  #shelf: Shelf
  #turn: Turn
  #acknowledged: SentPosts
  /** The generation of the club's database as it was last received. */
  #generation = ''
  #entries = new Map<string, Outgoing>()
  /** Those the device would not keep; only this tab knows them. */
  #unstored = new Set<string>()
  #sent = new Map<string, Outgoing>()
  /** What is on its way, by place. */
  #tries = new Map<string, { id: string; insistent: RetryingRequest }>()
  /** Of which the club is asked whether it still has them. */
  #asked = new Set<string>()
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #end = new AbortController()
  #watches = new Set<() => void>()
  #list: readonly OutgoingPost[] = []

  constructor(options: Options) {
    this.#options = options
    this.#shelf = new Shelf(options.userId)
    this.#acknowledged = new SentPosts(options.userId, this.#end.signal)
    this.#turn = new Turn(options.userId, () => this.#reread(), this.#end.signal)
  }

  open(): void {
    const retry = () => this.hurry()
    const look = () => document.visibilityState === 'visible' && this.#takeOver()
    const { signal } = this.#end
    window.addEventListener('online', retry, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    this.#shelf.watch((changed) => this.#reread(changed), signal)
    this.#reread()
    this.#turn.wait()
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#end.abort()
    noteUnstored(0)
  }

  list = (): readonly OutgoingPost[] => this.#list
  watch = (listener: () => void): (() => void) => {
    this.#watches.add(listener)
    return () => void this.#watches.delete(listener)
  }

  add(post: Pick<Outgoing, 'place' | 'text' | 'icebreakerId' | 'replyTo'>): void {
    // a clock set back must not let a post overtake the one before it
    const last = Math.max(0, ...[...this.#entries.values()].map(({ createdAt }) => createdAt))
    const createdAt = Math.max(Date.now(), last + 1)
    this.#keep({ ...post, id: newDatedId(createdAt), createdAt, ...fresh })
    this.#turn.take()
    this.#pump()
  }

  /** Sends a refused or waiting post now. An id that belongs to another post is given up for a new one. */
  retry(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    if (entry.refusal?.code === codes.conflict) {
      this.#drop(id)
      this.#keep({ ...entry, ...fresh, id: newDatedId(Date.now()) })
    } else this.#keep({ ...entry, ...fresh })
    this.#trying(entry)?.hurry()
    this.#turn.take()
    this.#pump()
  }

  /**
   * Takes a post out, and gives it back for editing. One whose answer got lost may stand in the room
   * all the same, where its author can remove it.
   */
  discard(id: string): Outgoing | undefined {
    const entry = this.#entries.get(id)
    if (!entry) return
    // the other tabs are to know that it was not sent
    this.#keep({ ...entry, refusal: { code: 'gone' } })
    this.#drop(id)
    this.#trying(entry)?.stop()
    this.#pump()
    return entry
  }

  /** The club says which life of its database it is: what another one acknowledged goes again, under its id, unless it is there. */
  meet(generation: string): void {
    this.#generation = generation
    let last = 0
    const again: Outgoing[] = []
    for (const entry of this.#acknowledged.takeLost(generation)) {
      // in the order in which they were acknowledged
      last = Math.max(entry.createdAt, last + 1)
      this.#sent.delete(entry.id)
      if (this.#entries.has(entry.id)) continue
      again.push({ ...entry, ...fresh, createdAt: last, isAgain: true })
      this.#keep(again.at(-1)!)
    }
    if (again.length > 0) void this.#askStored(again, generation)
    this.#pump()
  }

  /** One question for all: after a failover everybody asks, and most of it stands. */
  async #askStored(again: readonly Outgoing[], generation: string): Promise<void> {
    for (const { id } of again) this.#asked.add(id)
    const signal = AbortSignal.timeout(LONGEST_QUESTION_MS)
    const ask = () => this.#options.askStored(again, generation, signal).catch(() => null)
    let stored = await ask()
    for (const pauseMs of QUESTION_PAUSES_MS) {
      if (stored || this.#isOver) break
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      stored = await ask()
    }
    if (this.#isOver) return
    for (const { id } of again) {
      this.#asked.delete(id)
      // its author may have changed it meanwhile, or taken it back
      const entry = this.#entries.get(id)
      if (entry && stored?.includes(id)) this.#acknowledge(entry, generation)
    }
    this.#pump()
  }

  /** Their author changed it, or took it back with null: so it would go again, or not at all. */
  changed(id: string, text: string | null): void {
    this.#acknowledged.change(id, text)
    const entry = this.#entries.get(id)
    if (!entry?.isAgain) return
    if (text === null) this.#drop(id)
    else this.#keep({ ...entry, text })
  }

  #trying({ id, place }: Outgoing): RetryingRequest | undefined {
    const trying = this.#tries.get(place)
    return trying?.id === id ? trying.insistent : undefined
  }

  /** The room shows this post, whether or not the server's answer ever came. */
  arrived(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#acknowledge(entry, this.#generation)
    this.#changed()
  }

  /**
   * The line is back: what waited for it goes now. What waits for a limit keeps waiting, unless
   * limits may have changed: then the club is asked again.
   */
  hurry({ areLimitsNew = false } = {}): void {
    for (const { insistent } of this.#tries.values()) insistent.hurry()
    for (const entry of this.#entries.values())
      if (entry.waitsFor && (areLimitsNew || isForLine(entry)))
        this.#entries.set(entry.id, { ...entry, notBefore: 0 })
    this.#pump()
  }

  /** The tab that has the turn may be asleep; this one is being looked at. */
  #takeOver(): void {
    if (nextToSend([...this.#entries.values()]).length > 0) this.#turn.take()
    this.hurry()
  }

  #reread(changed?: Outgoing | null): void {
    if (this.#isOver) return
    if (changed && this.#entries.has(changed.id)) this.#entries.set(changed.id, changed)
    const stored = this.#shelf.read()
    for (const [id, entry] of this.#entries) {
      if (stored.has(id) || this.#unstored.has(id)) continue
      this.#entries.delete(id)
      // another tab has sent it; a refused one it has discarded
      if (!entry.refusal) this.#showSent(entry)
    }
    for (const entry of stored.values()) this.#entries.set(entry.id, entry)
    this.#pump()
  }

  #pump(): void {
    clearTimeout(this.#timer)
    if (this.#isOver) return
    let soonest = Infinity
    for (const entry of nextToSend(inOrder(this.#entries.values()))) {
      if (this.#tries.has(entry.place) || this.#asked.has(entry.id)) continue
      if (!this.#turn.isOurs && !this.#unstored.has(entry.id)) continue
      const wait = waitLeft(entry, Date.now())
      if (wait > 0) soonest = Math.min(soonest, wait)
      else void this.#send(entry)
    }
    if (soonest < Infinity) this.#timer = setTimeout(() => this.#pump(), soonest)
    this.#changed()
  }

  async #send(entry: Outgoing): Promise<void> {
    const insistent = new RetryingRequest(LONGEST_TRY_MS)
    const generation = this.#generation
    this.#tries.set(entry.place, { id: entry.id, insistent })
    try {
      const post = await insistent.ask(async (signal) => {
        // it may have arrived or been wiped while a try hung or the tab slept, or its author be gone
        if (!this.#isHere(entry.id) || hasLeft(this.#options.userId)) throw new CallError(null)
        return this.#options.send(entry, signal)
      })
      if (this.#isOver) return this.#shelf.remove(entry.id)
      const sentIn = generation || this.#generation
      this.#acknowledge(entry, sentIn)
      // it may have been taken back elsewhere: events bring what is new of it
      if (!entry.isAgain && sentIn === this.#generation) this.#options.onSent(entry.place, post)
    } catch (error) {
      this.#fail(entry, error instanceof CallError ? error : new CallError(null))
    } finally {
      this.#tries.delete(entry.place)
      this.#pump()
    }
  }

  #fail(entry: Outgoing, error: CallError): void {
    if (this.#isOver) return
    if (!this.#isHere(entry.id)) return void this.#entries.delete(entry.id)
    const next = afterFailure(entry, error, Date.now(), Math.random())
    if (isStanding(next)) return this.#drop(next.id)
    this.#keep(next)
    if (next.refusal || (next.said && !entry.said)) this.#options.onRefused(next)
  }

  #isHere(id: string): boolean {
    return this.#entries.has(id) && (this.#unstored.has(id) || this.#shelf.read().has(id))
  }

  #keep(entry: Outgoing): void {
    this.#entries.set(entry.id, entry)
    if (this.#shelf.put(entry)) this.#unstored.delete(entry.id)
    else this.#unstored.add(entry.id)
  }

  #drop(id: string): void {
    this.#entries.delete(id)
    this.#unstored.delete(id)
    this.#shelf.remove(id)
  }

  /** `generation`: what the database's life was called when it was sent. */
  #acknowledge({ isAgain, ...entry }: Outgoing, generation: string): void {
    this.#drop(entry.id)
    this.#acknowledged.keep(entry, generation)
    if (!isAgain) this.#showSent(entry)
    // another one was told while the answer was on its way: nobody knows which of them took it
    if (generation !== this.#generation) this.meet(this.#generation)
  }

  #showSent(entry: Outgoing): void {
    if (entry.isAgain) return
    this.#sent.set(entry.id, entry)
    setTimeout(() => this.#sent.delete(entry.id) && this.#changed(), SENT_IN_SIGHT_MS)
  }

  #changed(): void {
    if (this.#isOver) return
    noteUnstored(this.#unstored.size)
    const first = new Set(nextToSend(inOrder(this.#entries.values())).map(({ id }) => id))
    const stateOf = (entry: Outgoing) => {
      if (this.#sent.has(entry.id)) return 'sent'
      if (entry.refusal) return 'refused'
      if (!first.has(entry.id)) return 'queued'
      return this.#trying(entry) ? 'sending' : 'waiting'
    }
    const all = inOrder([...this.#entries.values(), ...this.#sent.values()])
    // most stand where they stood, and are nobody's business unless the club keeps them waiting
    const shown = all.filter(({ isAgain, tries, refusal }) => !isAgain || tries > 0 || refusal)
    this.#list = shown.map((entry) => {
      const isStored = !this.#unstored.has(entry.id)
      return { ...entry, state: stateOf(entry), isStored, isForLine: isForLine(entry) }
    })
    for (const watch of this.#watches) watch()
  }
}

/** Of whom it is, and who hears what comes of it. */
type Opening = Pick<Options, 'userId' | 'onRefused'> & {
  /** How many more may follow, as the club says with a post. */
  onLeft(left: NonNullable<Awaited<ReturnType<typeof sendPost>>['left']> | null): void
  /** Tells this tab at once what the club's event will. */
  publish(event: ReturnType<typeof toEvent>): void
}

/** An outbox that sends to the club. */
export function openOutbox({ userId, onLeft, publish, onRefused }: Opening): Outbox {
  const outbox = new Outbox({
    userId,
    async send(entry, signal) {
      const { left, ...post } = await sendPost(entry, signal)
      if (left !== undefined) onLeft(left)
      return post
    },
    askStored,
    onSent: (place, post) => publish(toEvent(place, post)),
    onRefused,
  })
  outbox.open()
  return outbox
}
