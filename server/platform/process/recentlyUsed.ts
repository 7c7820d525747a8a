type Entry<V> = { value: V; usedAt: number }

/** What was used last, by its key: at most so many, and nothing that nobody used for so long. */
export class RecentlyUsed<V> {
  #most: number
  #idleMs: number
  /** The one that was used longest ago first. */
  #entries = new Map<string, Entry<V>>()

  constructor({ most = Infinity, idleMs }: { most?: number; idleMs: number }) {
    this.#most = most
    this.#idleMs = idleMs
  }

  get size(): number {
    return this.#entries.size
  }

  /** Without using it. */
  peek(key: string): V | undefined {
    return this.#entries.get(key)?.value
  }

  use(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry) this.keep(key, entry.value)
    return entry?.value
  }

  keep(key: string, value: V): V {
    const usedAt = performance.now()
    this.#entries.delete(key)
    this.#entries.set(key, { value, usedAt })
    this.letGo(usedAt)
    return value
  }

  /** Of what nobody used of late. */
  letGo(now = performance.now()): void {
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
