import { randomUUID } from 'node:crypto'
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { CallMetrics } from '#server/platform/metrics/requestMetrics.ts'
import type { Work } from '#server/platform/process/work.ts'
import { startSpan } from '#server/platform/tracing/tracing.ts'

/**
 * An answer on its way. It says in its head which request it is of and which process gives it, as the lines of the log
 * do, and is counted by its call when its head is written. An id comes from nowhere outside.
 */
export class Answer extends ServerResponse<IncomingMessage> {
  readonly work: Work & { requestId: string } = { requestId: randomUUID(), isOver: false }
  /** The metrics that count this answer; a route replaces them by its own. */
  metrics: CallMetrics | null = null
  #instance = ''
  #status = 0
  #since = performance.now()

  /** Told once, before anything is answered. */
  begin(instance: string, metrics: CallMetrics): void {
    this.#instance = instance
    this.metrics = metrics
    this.work.span = startSpan('request')
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.#status = status
    this.metrics?.note(status, performance.now() - this.#since)
    const { requestId } = this.work
    const given = rest.at(-1)
    const headers = Array.isArray(given)
      ? [...(given as string[]), 'x-request-id', requestId, 'x-instance', this.#instance]
      : {
          ...(typeof given === 'object' && given),
          'x-request-id': requestId,
          'x-instance': this.#instance,
        }
    return super.writeHead(status, headers)
  }

  override end(...last: unknown[]): this {
    const { work } = this
    if (work.isOver) return super.end(...(last as []))
    work.isOver = true
    super.end(...(last as []))
    const { requestId } = work
    const about = { 'http.response.status_code': this.#status, 'club.request_id': requestId }
    work.span?.end(this.metrics?.call ?? '', about, this.#status >= 500)
    return this
  }
}
