import type * as OpenTelemetry from '@opentelemetry/api';
import { traceIdIn } from '@jwxt/contracts/kernel/trace-context.ts';

/** What a span stands for: work asked for by another process, a call to another, work inside, or work on a message. */
export type SpanKind = 'server' | 'client' | 'internal' | 'consumer' | 'producer';

/** Small facts about a span: names of operations and models, counts. Never a person's data. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Options of {@link Tracing.start}. */
export interface SpanOptions {
  kind?: SpanKind;
  facts?: SpanFacts;
  /** When it began, milliseconds since 1970; default now. */
  startedAt?: number;
  /** Traceparents of work that belongs to it without being its parent. */
  links?: readonly string[];
}

/** A stretch of work in a trace. */
export interface Span {
  /** For what happens on its behalf: the parent of spans elsewhere. Without tracing it is that of its own parent. */
  readonly traceparent: string;
  fail(reason: string): void;
  end(facts?: SpanFacts): void;
}

/** Tells a tracing tool what happens, when one is configured. */
export interface Tracing {
  /** False: nothing is recorded, and starting a span costs next to nothing. */
  readonly on: boolean;
  /** Starts a span under a parent (a traceparent), always in the parent's trace. */
  start(name: string, parent: string, options?: SpanOptions): Span;
  /** Sends what has gathered. */
  close(): Promise<void>;
}

/** Records nothing; the trace id still goes through the services, because logs and users name it. */
export const noTracing: Tracing = {
  on: false,
  start: (_name, parent) => ({ traceparent: parent, fail: () => undefined, end: () => undefined }),
  close: () => Promise.resolve(),
};

/**
 * Sends spans by OTLP over HTTP when the standard variable `OTEL_EXPORTER_OTLP_ENDPOINT` (or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`) is set; the library's other variables (headers, sampler, batch sizes) hold too.
 * Otherwise nothing of the library is loaded.
 */
export async function startTracing(service: string, env: NodeJS.ProcessEnv): Promise<Tracing> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return noTracing;
  const [
    api,
    { OTLPTraceExporter },
    { defaultResource, resourceFromAttributes },
    { BatchSpanProcessor, NodeTracerProvider },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': `jwxt-${service}`, 'service.instance.id': `${process.pid}` }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return { on: true, start: starter(api, provider.getTracer('jwxt')), close: () => provider.shutdown() };
}

function starter(api: typeof OpenTelemetry, tracer: OpenTelemetry.Tracer): Tracing['start'] {
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
    consumer: api.SpanKind.CONSUMER,
    producer: api.SpanKind.PRODUCER,
  } as const satisfies Record<SpanKind, unknown>;
  const contextOf = (parent: string) => ({
    traceId: traceIdIn(parent),
    spanId: parent.slice(36, 52),
    traceFlags: Number.parseInt(parent.slice(53), 16),
    isRemote: true,
  });
  return (name, parent, { kind = 'internal', facts = {}, startedAt, links = [] } = {}) => {
    const span = tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        attributes: facts,
        links: links.map((link) => ({ context: contextOf(link) })),
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
      },
      api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(parent)),
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      fail: (reason) => void span.setStatus({ code: api.SpanStatusCode.ERROR, message: reason }),
      end(more) {
        if (more) span.setAttributes(more);
        span.end();
      },
    };
  };
}
