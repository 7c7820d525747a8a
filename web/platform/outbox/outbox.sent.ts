import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { sentKey } from '#web/platform/session/drafts.ts'
import { Outgoing } from './outbox.rules.ts'

/** Longer than a club takes to go over to another machine; older words are not brought back. */
const KEPT_MS = 10 * 60_000

const Sent = z.object({
  entry: Outgoing,
  /** In which generation of the club's database it was acknowledged; empty where none is known. */
  generation: z.string(),
  /** By the device's clock, in ms since 1970. */
  at: z.number(),
})
type Sent = z.infer<typeof Sent>

/**
 * What the club acknowledged within the last ten minutes, on the device: a database that goes back to an earlier
 * state of itself may have lost it.
 */
export class SentPosts {
  #key: string
  #forgetting: ReturnType<typeof setTimeout> | undefined

  /** `signal` ends it. */
  constructor(userId: string, signal: AbortSignal) {
    this.#key = sentKey(userId)
    signal.addEventListener('abort', () => clearTimeout(this.#forgetting))
  }

  keep(entry: Outgoing, generation: string): void {
    const others = this.#read().filter((one) => one.entry.id !== entry.id)
    this.#write([...others, { entry, generation, at: Date.now() }])
    clearTimeout(this.#forgetting)
    this.#forgetting = setTimeout(() => this.#write(this.#read()), KEPT_MS)
  }

  /** What a database of another life acknowledged, taken out, to be sent again. */
  takeLost(generation: string): Outgoing[] {
    const [lost, stored] = [[] as Outgoing[], [] as Sent[]]
    for (const one of this.#read())
      if (one.generation === generation) stored.push(one)
      else lost.push(one.entry)
    this.#write(stored)
    return lost
  }

  /** What its author did to it meanwhile; null: it is gone. */
  change(id: string, text: string | null): void {
    this.#write(
      this.#read().flatMap((one) => {
        if (one.entry.id !== id) return one
        return text === null ? [] : { ...one, entry: { ...one.entry, text } }
      }),
    )
  }

  #read(): Sent[] {
    try {
      const stored = JSON.parse(localStorage.getItem(this.#key) ?? '[]') as unknown[]
      const isYoung = ({ at }: Sent) => Math.abs(Date.now() - at) < KEPT_MS
      return stored.flatMap((one) => Sent.safeParse(one).data ?? []).filter(isYoung)
    } catch {
      return []
    }
  }

  #write(all: Sent[]): void {
    try {
      if (all.length === 0) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, JSON.stringify(all.slice(-limits.postsKept)))
    } catch {
      // storage refused or full: what arrived is the club's alone
    }
  }
}
