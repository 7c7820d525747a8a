import type { LiveEvent } from '#contract/live.ts'

/** The club's stream as a tab hears it; the test says what it brings. */
export class TestStream extends EventTarget {
  static all: TestStream[] = []
  static get current(): TestStream {
    return TestStream.all.at(-1)!
  }
  readonly url: string
  isClosed = false

  constructor(url: string) {
    super()
    this.url = url
    TestStream.all.push(this)
  }
  close(): void {
    this.isClosed = true
  }
  bring(event: LiveEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}
