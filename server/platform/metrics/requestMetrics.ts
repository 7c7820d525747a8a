/**
 * The upper bounds of the buckets of the latency histogram, in seconds. Answers from memory take under 5 ms, and
 * under 100 ms nobody notices a delay; a person waits a second with patience; a statement may take 15.
 */
export const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const
const LATENCY_MS = LATENCY_SECONDS.map((seconds) => seconds * 1_000)

/** Counts the answers of one endpoint by status and by latency. Plain numbers, since it runs with every answer. */
export class CallMetrics {
  readonly call: string
  readonly statuses = new Map<number, number>()
  /** One for each bucket, and one beyond the last. */
  readonly latencies = new Float64Array(LATENCY_MS.length + 1)
  seconds = 0

  constructor(call: string) {
    this.call = call
  }

  note(status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.seconds += ms / 1_000
    let bucket = 0
    while (bucket < LATENCY_MS.length && ms > LATENCY_MS[bucket]!) bucket += 1
    this.latencies[bucket]! += 1
  }
}

/** The metrics of every endpoint by its name, and of what is none. Unknown paths share one, so that their number stays bounded. */
export class RequestMetrics {
  readonly calls = new Map<string, CallMetrics>()
  /** Public pages, and the files the web app is made of. */
  readonly pages = this.named('page')
  readonly health = this.named('health')
  /** Addresses below /api that do not exist. */
  readonly unknown = this.named('unknown')
  /** Refused before the request was read. */
  readonly turnedAway = this.named('turned_away')

  named(call: string): CallMetrics {
    const metrics = this.calls.get(call) ?? new CallMetrics(call)
    this.calls.set(call, metrics)
    return metrics
  }
}
