import type { Post } from '#contract/posts/posts.ts'
import { findMemberIds } from '#server/features/posts/posts.ts'
import type { Frame } from '#server/platform/stream/encoding.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'

/** Whoever hears a room. While held, nothing is sent: their rights are being asked for again. */
export type Subscriber = { isHeld: boolean; sight: Visibility; sendFrame(text: Frame): void }

/**
 * Who hears a room, and which of them something may have to be kept from: found by whom a post is
 * about, so that a crowd in which some are blocked costs little more than one in which nobody is.
 */
export class SubscriberIndex {
  /** With what each saw when they came, since that is what they are found by. */
  #sights = new Map<Subscriber, Visibility>()
  #unseeing = new Map<string, Set<Subscriber>>()
  #hiding = new Set<Subscriber>()

  get size(): number {
    return this.#sights.size
  }

  all(): Iterable<Subscriber> {
    return this.#sights.keys()
  }

  add(ear: Subscriber): void {
    this.delete(ear)
    this.#sights.set(ear, ear.sight)
    if (ear.sight.hiddenPosts.size > 0) this.#hiding.add(ear)
    for (const userId of ear.sight.blockedWith) {
      const ears = this.#unseeing.get(userId) ?? new Set()
      this.#unseeing.set(userId, ears.add(ear))
    }
  }

  delete(ear: Subscriber): void {
    const sight = this.#sights.get(ear)
    if (!sight) return
    this.#sights.delete(ear)
    this.#hiding.delete(ear)
    for (const userId of sight.blockedWith) {
      const ears = this.#unseeing.get(userId)
      ears?.delete(ear)
      if (ears?.size === 0) this.#unseeing.delete(userId)
    }
  }

  /** Those who may see a post differently from everybody else. */
  affectedBy(post: Post): Set<Subscriber> {
    const ears = new Set(this.#hiding)
    for (const userId of findMemberIds(post))
      for (const ear of this.#unseeing.get(userId) ?? []) ears.add(ear)
    return ears
  }
}
