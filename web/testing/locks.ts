type Turn = { give(): void; steal(): void }

/** The browser's locks as the tabs of one device share them: one holder, a queue, and stealing. */
export class Locks {
  #holder: Turn | null = null
  #queue: Turn[] = []

  /** The part of `LockManager` that the club uses, for a single name. */
  request(
    _name: string,
    { steal = false, signal }: LockOptions,
    held: () => Promise<unknown>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        give: () => {
          this.#holder = turn
          const ended = () => {
            if (this.#holder === turn) this.#next()
          }
          void held().then(resolve, reject).finally(ended)
        },
        steal: () => reject(new DOMException('stolen', 'AbortError')),
      }
      signal?.addEventListener('abort', () => {
        this.#queue = this.#queue.filter((one) => one !== turn)
        reject(new DOMException('no longer wanted', 'AbortError'))
      })
      if (steal) {
        const before = this.#holder
        this.#holder = turn
        before?.steal()
        queueMicrotask(() => turn.give())
      } else {
        this.#queue.push(turn)
        if (!this.#holder) queueMicrotask(() => this.#holder ?? this.#next())
      }
    })
  }

  #next(): void {
    this.#holder = null
    this.#queue.shift()?.give()
  }
}
