/** The browser's channel between the tabs of one device; a tab that is frozen neither hears nor speaks. */
export class Channel {
  static all: Channel[] = []
  static get current(): Channel {
    return Channel.all.at(-1)!
  }
  readonly name: string
  isFrozen = false
  onmessage: ((event: MessageEvent) => void) | null = null

  constructor(name: string) {
    this.name = name
    Channel.all.push(this)
  }
  close(): void {
    Channel.all = Channel.all.filter((one) => one !== this)
  }
  postMessage(note: unknown): void {
    if (this.isFrozen) return
    const event = new MessageEvent('message', { data: structuredClone(note) })
    for (const other of Channel.all)
      if (other !== this && other.name === this.name && !other.isFrozen)
        queueMicrotask(() => Channel.all.includes(other) && other.onmessage?.(event))
  }
}
