import type { Post } from '#contract/posts/posts.ts'
import { peopleOf } from '#server/features/posts/posts.service.ts'
import type { Frame } from '#server/platform/stream/frame.ts'
import type { Sight } from '#server/platform/member-rules/sight.ts'

/** Whoever hears a room. While held, nothing is sent: their rights are being asked for again. */
export type Ear = { isHeld: boolean; sight: Sight; sendFrame(text: Frame): void }

/**
 * Who hears a room, and which of them something may have to be kept from: found by whom a post is
 * about, so that a crowd in which some are blocked costs little more than one in which nobody is.
 */
export class Ears {
  /** With what each saw when they came, since that is what they are found by. */
  #sights = new Map<Ear, Sight>()
  #unseeing = new Map<string, Set<Ear>>()
  #hiding = new Set<Ear>()

  get size(): number {
    return this.#sights.size
  }

  all(): Iterable<Ear> {
    return this.#sights.keys()
  }

  add(ear: Ear): void {
    this.delete(ear)
    this.#sights.set(ear, ear.sight)
    if (ear.sight.hiddenPosts.size > 0) this.#hiding.add(ear)
    for (const userId of ear.sight.blockedWith) {
      const ears = this.#unseeing.get(userId) ?? new Set()
      this.#unseeing.set(userId, ears.add(ear))
    }
  }

  delete(ear: Ear): void {
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
  concernedBy(post: Post): Set<Ear> {
    const ears = new Set(this.#hiding)
    for (const userId of peopleOf(post))
      for (const ear of this.#unseeing.get(userId) ?? []) ears.add(ear)
    return ears
  }
}
