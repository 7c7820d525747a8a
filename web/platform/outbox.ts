import type { Post } from '#contract/posts.ts'
import { CallError } from './call.ts'
import { hasLeft, noteUnkept } from './drafts.ts'
import { Insistent } from './insistent.ts'
import { newId } from './newId.ts'
import { afterFailure, inOrder, nextToSend, waitLeft, type Outgoing } from './outbox.rules.ts'
import { Shelf } from './outbox.shelf.ts'
import { Turn } from './outbox.turn.ts'

export type OutgoingPost = Outgoing & {
  state: 'sending' | 'waiting' | 'refused' | 'sent'
  /** Whether it outlives this tab. */
  isKept: boolean
}

type Options = {
  userId: string
  /** Rejects with a `CallError`, soon after the signal at the latest. Sending again is always safe. */
  send(entry: Outgoing, signal: AbortSignal): Promise<Post>
  onSent(slug: string, post: Post): void
  onRefused(entry: Outgoing): void
}

/** A sent post stays in sight this long if its room does not show it sooner. */
const SENT_IN_SIGHT_MS = 10_000
/** With the longest wait, less than the ten seconds within which a way back must be used. */
const LONGEST_TRY_MS = 6_000

/** The posts of one member that the server has not yet acknowledged, and the sending of them. */
export class Outbox {
  #options: Options
  #shelf: Shelf
  #turn: Turn
  #entries = new Map<string, Outgoing>()
  /** Those the device would not keep; only this tab knows them. */
  #unkept = new Set<string>()
  #sent = new Map<string, Outgoing>()
  #sending: string | null = null
  #insistent = new Insistent(LONGEST_TRY_MS)
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #end = new AbortController()
  #watches = new Set<() => void>()
  #list: readonly OutgoingPost[] = []

  constructor(options: Options) {
    this.#options = options
    this.#shelf = new Shelf(options.userId)
    this.#turn = new Turn(options.userId, () => this.#reread(), this.#end.signal)
  }

  open(): void {
    const retry = () => this.hurry()
    const look = () => document.visibilityState === 'visible' && this.#takeOver()
    const { signal } = this.#end
    window.addEventListener('online', retry, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    this.#shelf.watch(() => this.#reread(), signal)
    this.#reread()
    this.#turn.wait()
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#end.abort()
    noteUnkept(0)
  }

  list = (): readonly OutgoingPost[] => this.#list
  watch = (listener: () => void): (() => void) => {
    this.#watches.add(listener)
    return () => void this.#watches.delete(listener)
  }

  add(post: Pick<Outgoing, 'slug' | 'text' | 'icebreakerId' | 'replyTo'>): void {
    // a clock set back must not let a post overtake the one before it
    const last = Math.max(0, ...[...this.#entries.values()].map(({ createdAt }) => createdAt))
    this.#keep({ ...post, id: newId(), createdAt: Math.max(Date.now(), last + 1), ...fresh })
    this.#turn.take()
    this.#pump()
  }

  /** Sends a refused post again. An id that belongs to another post is given up for a new one. */
  retry(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    if (entry.refusal?.code === '23505') {
      this.#drop(id)
      this.#keep({ ...entry, ...fresh, id: newId() })
    } else this.#keep({ ...entry, ...fresh })
    this.#turn.take()
    this.#pump()
  }

  /** Takes a refused post out, and gives it back for editing. */
  discard(id: string): Outgoing | undefined {
    const entry = this.#entries.get(id)
    if (!entry?.refusal) return
    this.#drop(id)
    this.#changed()
    return entry
  }

  /** The room shows this post, whether or not the server's answer ever came. */
  arrived(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#drop(id)
    this.#showSent(entry)
    this.#changed()
  }

  /** The line is back: what waited for it goes now. What waits for a limit keeps waiting. */
  hurry(): void {
    this.#insistent.hurry()
    for (const entry of this.#entries.values())
      if (entry.waitsFor === 'connection') this.#entries.set(entry.id, { ...entry, notBefore: 0 })
    this.#pump()
  }

  /** The tab that has the turn may be asleep; this one is being looked at. */
  #takeOver(): void {
    if (nextToSend([...this.#entries.values()])) this.#turn.take()
    this.hurry()
  }

  #reread(): void {
    if (this.#isOver) return
    const kept = this.#shelf.read()
    for (const [id, entry] of this.#entries) {
      if (kept.has(id) || this.#unkept.has(id)) continue
      this.#entries.delete(id)
      // another tab has sent it; a refused one it has discarded
      if (!entry.refusal) this.#showSent(entry)
    }
    for (const entry of kept.values()) this.#entries.set(entry.id, entry)
    this.#pump()
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.#changed()
    if (this.#sending !== null || this.#isOver) return
    const entry = nextToSend(inOrder(this.#entries.values()))
    if (!entry || (!this.#turn.isOurs && !this.#unkept.has(entry.id))) return
    const wait = waitLeft(entry, Date.now())
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait)
    else void this.#send(entry)
  }

  async #send(entry: Outgoing): Promise<void> {
    this.#sending = entry.id
    this.#changed()
    try {
      const post = await this.#insistent.ask(async (signal) => {
        // it may have arrived or been wiped while a try hung or the tab slept, or its author be gone
        if (!this.#isHere(entry.id) || hasLeft(this.#options.userId)) throw new CallError(null)
        return this.#options.send(entry, signal)
      })
      if (this.#isOver) return this.#shelf.remove(entry.id)
      this.#drop(entry.id)
      this.#showSent(entry)
      this.#options.onSent(entry.slug, post)
    } catch (error) {
      this.#fail(entry, error instanceof CallError ? error : new CallError(null))
    } finally {
      this.#sending = null
      this.#pump()
    }
  }

  #fail(entry: Outgoing, error: CallError): void {
    if (this.#isOver) return
    if (!this.#isHere(entry.id)) return void this.#entries.delete(entry.id)
    const next = afterFailure(entry, error, Date.now(), Math.random())
    this.#keep(next)
    if (next.refusal) this.#options.onRefused(next)
  }

  #isHere(id: string): boolean {
    return this.#entries.has(id) && (this.#unkept.has(id) || this.#shelf.read().has(id))
  }

  #keep(entry: Outgoing): void {
    this.#entries.set(entry.id, entry)
    if (this.#shelf.put(entry)) this.#unkept.delete(entry.id)
    else this.#unkept.add(entry.id)
  }

  #drop(id: string): void {
    this.#entries.delete(id)
    this.#unkept.delete(id)
    this.#shelf.remove(id)
  }

  #showSent(entry: Outgoing): void {
    this.#sent.set(entry.id, entry)
    setTimeout(() => this.#sent.delete(entry.id) && this.#changed(), SENT_IN_SIGHT_MS)
  }

  #changed(): void {
    if (this.#isOver) return
    noteUnkept(this.#unkept.size)
    // only for so long: some browsers keep no page for going back that may ask
    const { signal } = this.#end
    if (this.#unkept.size > 0) window.addEventListener('beforeunload', hold, { signal })
    else window.removeEventListener('beforeunload', hold)
    const stateOf = ({ id, refusal }: Outgoing) =>
      this.#sent.has(id)
        ? 'sent'
        : refusal
          ? 'refused'
          : this.#sending === id
            ? 'sending'
            : 'waiting'
    const all = inOrder([...this.#entries.values(), ...this.#sent.values()])
    this.#list = all.map((entry) => {
      const isKept = !this.#unkept.has(entry.id)
      return { ...entry, state: stateOf(entry), isKept }
    })
    for (const watch of this.#watches) watch()
  }
}

/** The browser asks whether to leave. */
const hold = (event: Event) => event.preventDefault()

const fresh = { tries: 0, notBefore: 0, waitsFor: null, refusal: null }
