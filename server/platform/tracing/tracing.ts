/** How long one thing took that the club did: a request, a statement, a job. */
export type Span = {
  /** Says what it was, once that is known, and that it is over. */
  end(name: string, about?: Record<string, string | number>, isFailed?: boolean): void
}
export type SpanKind = 'request' | 'statement' | 'job'
export type Tracer = {
  startSpan(kind: SpanKind, within: Span | null): Span
  /** Hands over what is left, within seconds, and traces nothing more. */
  stop(): Promise<void>
}

let tracer: Tracer | null = null

/** From now on what this process does is traced; null: no longer. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Null where nothing is traced, as in most clubs. */
export const startSpan = (kind: SpanKind, within: Span | null = null): Span | null =>
  tracer && tracer.startSpan(kind, within)
