/**
 * Which of a member's tabs sends. The one used last: a tab in the background may be asleep
 * while it holds the lock. Without locks every tab sends, and the server stores a post once.
 */
export class Turn {
  isOurs = !locks()
  #isQueued = false
  #name: string
  #onTurn: () => void
  #signal: AbortSignal

  /** `signal` ends it. */
  constructor(userId: string, onTurn: () => void, signal: AbortSignal) {
    this.#name = `parlour.outbox.${userId}`
    this.#onTurn = onTurn
    this.#signal = signal
  }

  wait(): void {
    if (this.#isQueued) return
    this.#isQueued = true
    void this.#hold({ signal: this.#signal }, () => (this.#isQueued = false))
  }

  take(): void {
    if (!this.isOurs) void this.#hold({ steal: true })
  }

  async #hold(options: LockOptions, onHeld?: () => void): Promise<void> {
    const signal = this.#signal
    try {
      await locks()?.request(this.#name, options, async () => {
        onHeld?.()
        if (signal.aborted) return
        this.isOurs = true
        this.#onTurn()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      })
    } catch {
      // another tab took it, or this one closes
      this.isOurs = false
      if (!signal.aborted) this.wait()
    }
  }
}

function locks(): LockManager | undefined {
  return navigator.locks
}
