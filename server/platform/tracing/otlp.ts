import { ROOT_CONTEXT, SpanKind as Kind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '#server/config.ts'
import { setTracer, type Span, type SpanKind, type Tracer } from './tracing.ts'

/** A collector that hangs holds up nothing, a stop least of all. */
const PATIENCE_MS = 2_000

const KINDS: Record<SpanKind, Kind> = {
  request: Kind.SERVER,
  statement: Kind.CLIENT,
  job: Kind.CONSUMER,
}

type Where = Pick<Config, 'instance' | 'traceShare'> & { endpoint: string }

/**
 * Traces what this process does and hands it to a collector of OpenTelemetry. What a span says is named by us, one by
 * one: calls, statuses, tables and kinds of jobs, never a value, an address or an id of a member. What comes along with
 * a request is not taken for its trace: strangers could write into ours.
 */
export function openTracer({ endpoint, instance, traceShare }: Where): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'club',
      'service.instance.id': instance,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceShare) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
          timeoutMillis: PATIENCE_MS,
        }),
        exportTimeoutMillis: PATIENCE_MS,
      }),
    ],
  })
  const spans = provider.getTracer('club')
  const contexts = new WeakMap<Span, typeof ROOT_CONTEXT>()

  const tracer: Tracer = {
    startSpan(kind, within) {
      const around = (within && contexts.get(within)) ?? ROOT_CONTEXT
      const span = spans.startSpan(kind, { kind: KINDS[kind] }, around)
      const started: Span = {
        end(name, about = {}, isFailed = false) {
          span.updateName(name)
          span.setAttributes(about)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
      contexts.set(started, trace.setSpan(ROOT_CONTEXT, span))
      return started
    },
    async stop() {
      setTracer(null)
      await provider.shutdown().catch(() => {})
    },
  }
  setTracer(tracer)
  return tracer
}
