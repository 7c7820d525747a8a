// The metrics of a process as Prometheus reads them: counted where they happen, read when it asks.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { LATENCY_SECONDS, type CallMetrics, type RequestMetrics } from './requestMetrics.ts'

export type Labels = Record<string, string>
/** A value, or several by their labels; null where it is not known. */
type Reading = number | null | [labels: Labels, value: number][]
type MetricOptions = { name: string; help: string; labels?: string[]; read: () => Reading }

const listReadings = (reading: Reading): [Labels, number][] => {
  if (reading === null) return []
  return typeof reading === 'number' ? [[{}, reading]] : reading
}

export class Metrics {
  #registry = new Registry()
  #prepare: () => Promise<void>

  /** `prepare` runs before the values are read, for those that need a query. */
  constructor(prepare: () => Promise<void>) {
    this.#prepare = prepare
  }

  /** What goes up and down. */
  gauge({ name, help, labels = [], read }: MetricOptions): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        gauge.reset()
        // removed, since an unknown value is not 0
        if (labels.length === 0) gauge.remove()
        for (const [about, value] of listReadings(read())) gauge.set(about, value)
      },
    })
  }

  /** What has only grown since the start. */
  counter({ name, help, labels = [], read }: MetricOptions): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        counter.reset()
        for (const [about, value] of listReadings(read())) counter.inc(about, value)
      },
    })
  }

  /** Calls by status, and how soon they were answered. */
  requests({ calls }: RequestMetrics): void {
    this.counter({
      name: 'club_requests_total',
      help: 'Answers, by call of the contract and status',
      labels: ['call', 'status'],
      read: () =>
        [...calls.values()].flatMap(({ call, statuses }) =>
          [...statuses].map(([status, count]): [Labels, number] => [
            { call, status: String(status) },
            count,
          ]),
        ),
    })
    this.#registry.registerMetric(new Latencies(calls))
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async write(): Promise<string> {
    await this.#prepare()
    return this.#registry.metrics()
  }
}

const NAME = 'club_request_seconds'
const HELP = 'From the first line of a request to the head of its answer, by call'

/** Reads our own counts: with `observe`, prom-client would look the label up with every answer. */
class Latencies extends Histogram<'call' | 'le'> {
  #calls: ReadonlyMap<string, CallMetrics>

  constructor(calls: ReadonlyMap<string, CallMetrics>) {
    super({ name: NAME, help: HELP, labelNames: ['call'], registers: [] })
    this.#calls = calls
  }

  /** What the registry asks for when it writes. */
  async getForPromString() {
    const answered = [...this.#calls.values()].filter(({ statuses }) => statuses.size > 0)
    return { name: NAME, help: HELP, type: 'histogram', values: answered.flatMap(listBuckets) }
  }
}

function listBuckets({ call, latencies, seconds }: CallMetrics) {
  let count = 0
  const buckets = [...LATENCY_SECONDS, '+Inf'].map((le, at) => {
    count += latencies[at] ?? 0
    return { metricName: `${NAME}_bucket`, labels: { le, call }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels: { call }, value: seconds },
    { metricName: `${NAME}_count`, labels: { call }, value: count },
  ]
}
