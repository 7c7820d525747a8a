import type { Post } from '#contract/posts/posts.ts'
import { findMemberIds } from '#server/features/posts/posts.ts'
import type { Frame } from '#server/platform/stream/encoding.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'

/** A listener of a room. While held, nothing is sent: its rights are being read again. */
export type Subscriber = { isHeld: boolean; sight: Visibility; sendFrame(text: Frame): void }

/**
 * The listeners of a room, and which of them may have to get less: found by the members a post is
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

  add(subscriber: Subscriber): void {
    this.delete(subscriber)
    this.#sights.set(subscriber, subscriber.sight)
    if (subscriber.sight.hiddenPosts.size > 0) this.#hiding.add(subscriber)
    for (const userId of subscriber.sight.blockedWith) {
      const blocking = this.#unseeing.get(userId) ?? new Set()
      this.#unseeing.set(userId, blocking.add(subscriber))
    }
  }

  delete(subscriber: Subscriber): void {
    const sight = this.#sights.get(subscriber)
    if (!sight) return
    this.#sights.delete(subscriber)
    this.#hiding.delete(subscriber)
    for (const userId of sight.blockedWith) {
      const blocking = this.#unseeing.get(userId)
      blocking?.delete(subscriber)
      if (blocking?.size === 0) this.#unseeing.delete(userId)
    }
  }

  /** Those who may see a post differently from everybody else. */
  affectedBy(post: Post): Set<Subscriber> {
    const affected = new Set(this.#hiding)
    for (const userId of findMemberIds(post))
      for (const subscriber of this.#unseeing.get(userId) ?? []) affected.add(subscriber)
    return affected
  }
}
