type Entry<V> = { value: V; usedAt: number }

/** A cache of the most recently used entries, limited by their number and by how long they were not used. */
export class LruCache<V> {
  #most: number
  #idleMs: number
  /** The least recently used first. */
  #entries = new Map<string, Entry<V>>()

  constructor({ most = Infinity, idleMs }: { most?: number; idleMs: number }) {
    this.#most = most
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#entries.size
  }

  /** Reads an entry without counting as a use. */
  peek(key: string): V | undefined {
    return this.#entries.get(key)?.value
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry) this.set(key, entry.value)
    return entry?.value
  }

  set(key: string, value: V): V {
    const usedAt = performance.now()
    this.#entries.delete(key)
    this.#entries.set(key, { value, usedAt })
    this.evict(usedAt)
    return value
  }

  /** Removes the entries beyond the limits. */
  evict(now = performance.now()): void {
    for (const [key, { usedAt }] of this.#entries) {
      if (this.#entries.size <= this.#most && now - usedAt < this.#idleMs) return
      this.#entries.delete(key)
    }
  }

  clear(): void {
    this.#entries.clear()
  }

  *values(): Generator<V> {
    for (const { value } of this.#entries.values()) yield value
  }
}
