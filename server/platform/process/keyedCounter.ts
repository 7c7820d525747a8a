/** How many of something each key has at the moment. */
export class KeyedCounter {
  #counts = new Map<string, number>()

  /** Takes one more unless the key has `max` already; answers whether it did. */
  take(key: string, max: number): boolean {
    const taken = this.#counts.get(key) ?? 0
    if (taken >= max) return false
    this.#counts.set(key, taken + 1)
    return true
  }

  giveBack(key: string): void {
    const left = (this.#counts.get(key) ?? 1) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}
