/**
 * Where the bars of the latency lie, in seconds. Answers from memory take under 5 ms, and under 100 ms nobody
 * notices; a second is what a person waits with patience; 10 is near what a statement may take (15).
 */
export const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const
const LATENCY_MS = LATENCY_SECONDS.map((seconds) => seconds * 1_000)

/** How often one call was answered, with which status and how soon. Numbers alone: it is counted with every answer. */
export class CallTally {
  readonly call: string
  readonly statuses = new Map<number, number>()
  /** For each bar, and beyond the last. */
  readonly latencies = new Float64Array(LATENCY_MS.length + 1)
  seconds = 0

  constructor(call: string) {
    this.call = call
  }

  note(status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.seconds += ms / 1_000
    let bar = 0
    while (bar < LATENCY_MS.length && ms > LATENCY_MS[bar]!) bar += 1
    this.latencies[bar]! += 1
  }
}

/** Every call of the contract by its name there, and what is none: so many lines there are, whatever is asked. */
export class RequestTally {
  readonly calls = new Map<string, CallTally>()
  /** Public pages, and the files the web app is made of. */
  readonly pages = this.named('page')
  readonly health = this.named('health')
  /** Addresses below /api that do not exist. */
  readonly unknown = this.named('unknown')
  /** Turned away before it was looked at. */
  readonly turnedAway = this.named('turned_away')

  named(call: string): CallTally {
    const tally = this.calls.get(call) ?? new CallTally(call)
    this.calls.set(call, tally)
    return tally
  }
}
