/**
 * A queue in which every key has a share: turns go round the keys that wait, and when it is full, the key
 * with most items loses one to a key with fewer.
 */
export class FairQueue<T> {
  #most: number
  #waiting = new Map<string, T[]>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Answers what has to go for it: another's last, this one itself, or nothing. */
  add(key: string, item: T): T | null {
    const own = this.#waiting.get(key) ?? []
    let gone: T | null = null
    if (this.#size >= this.#most) {
      const [largest, theirs] = [...this.#waiting].reduce((most, one) =>
        one[1].length > most[1].length ? one : most,
      )
      if (largest === key || theirs.length <= own.length + 1) return item
      gone = theirs.pop() ?? null
      this.#size -= 1
    }
    own.push(item)
    this.#waiting.set(key, own)
    this.#size += 1
    return gone
  }

  /** The next one's first; they are the last to have a turn again. */
  take(): { key: string; item: T } | null {
    const [next] = this.#waiting
    if (!next) return null
    const [key, items] = next
    const item = items.shift()!
    this.#waiting.delete(key)
    if (items.length > 0) this.#waiting.set(key, items)
    this.#size -= 1
    return { key, item }
  }

  /** Everything, in no order of note; nothing is left. */
  clear(): T[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#size = 0
    return all
  }
}
